// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IMember;
import org.eclipse.ltk.core.refactoring.Change;
import org.eclipse.ltk.core.refactoring.CompositeChange;
import org.eclipse.ltk.core.refactoring.NullChange;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;
import org.eclipse.ltk.core.refactoring.RefactoringStatusEntry;
import org.eclipse.ltk.core.refactoring.TextChange;
import org.eclipse.ltk.core.refactoring.TextEditBasedChange;
import org.eclipse.text.edits.InsertEdit;
import org.eclipse.text.edits.ReplaceEdit;
import org.eclipse.text.edits.TextEdit;

/** Applies refactorings of Eclipse to programs. */
final class Engine {
    private static final List<String> SEVERITIES = List.of("OK", "INFO", "WARNING", "ERROR", "FATAL");

    private final Project project;

    /** The result. There is no program after if Eclipse refused and could not be made to continue. */
    record Applied(String severity, List<String> status, Program after, int offsetAfter) {
        boolean refused() {
            return severity.equals("FATAL");
        }
    }

    Engine(Project project) {
        this.project = project;
    }

    /** `parameters` come from a request. Any other exception was thrown by Eclipse. */
    Applied apply(Program.Marked marked, Map<String, String> parameters) throws CoreException, OwnTrouble {
        load(marked.program());
        IMember member = project.memberAt(marked.file(), marked.offset());
        Refactorings.Prepared prepared = Refactorings.prepare(member, parameters);
        RefactoringStatus status = prepared.refactoring().checkInitialConditions(new NullProgressMonitor());
        Change change;
        try {
            change = change(prepared, status);
        } catch (CoreException | RuntimeException | StackOverflowError problem) {
            if (!status.hasFatalError()) {
                throw problem;
            }
            // After a refusal Eclipse guarantees nothing to a caller who continues.
            change = null;
        }
        return applied(marked, status, change);
    }

    private void load(Program program) throws OwnTrouble {
        try {
            project.load(program);
        } catch (CoreException problem) {
            throw new OwnTrouble("the program could not be loaded: " + problem.getMessage());
        }
    }

    /** Continues after a fatal error; only the first one is informative. */
    private static Change change(Refactorings.Prepared prepared, RefactoringStatus status) throws CoreException {
        merge(status, prepared.dialog().fill());
        merge(status, prepared.refactoring().checkFinalConditions(new NullProgressMonitor()));
        return prepared.refactoring().createChange(new NullProgressMonitor());
    }

    private static void merge(RefactoringStatus status, RefactoringStatus more) {
        if (!status.hasFatalError()) {
            status.merge(more);
        }
    }

    private static Applied applied(Program.Marked marked, RefactoringStatus status, Change change)
        throws CoreException, OwnTrouble {
        String severity = SEVERITIES.get(status.getSeverity());
        List<String> messages = Stream.of(status.getEntries()).map(RefactoringStatusEntry::getMessage)
            .map(message -> message.replaceAll("\\s*\\n\\s*", " ")).toList();
        if (change == null) {
            return new Applied(severity, messages, null, 0);
        }
        Map<ICompilationUnit, TextEditBasedChange> changes = new LinkedHashMap<>();
        collect(change, changes);
        Map<String, String> texts = new LinkedHashMap<>();
        int offset = marked.offset();
        for (Map.Entry<ICompilationUnit, TextEditBasedChange> entry : changes.entrySet()) {
            String file = Project.fileOf(entry.getKey());
            texts.put(file, entry.getValue().getPreviewContent(new NullProgressMonitor()));
            if (file.equals(marked.file()) && entry.getValue() instanceof TextChange text) {
                offset += shift(text.getEdit(), marked.offset());
            }
        }
        return new Applied(severity, messages, marked.program().with(texts), offset);
    }

    private static void collect(Change change, Map<ICompilationUnit, TextEditBasedChange> changes) throws OwnTrouble {
        if (change instanceof CompositeChange composite) {
            for (Change child : composite.getChildren()) {
                collect(child, changes);
            }
        } else if (change instanceof TextEditBasedChange text
            && text.getModifiedElement() instanceof ICompilationUnit unit) {
            if (changes.put(unit.getPrimary(), text) != null) {
                throw new OwnTrouble("two changes of " + unit.getElementName());
            }
        } else if (!(change instanceof NullChange)) {
            throw new OwnTrouble("a change that is not one of texts: " + change.getClass().getName());
        }
    }

    /** How far the edits before `offset` move the text at `offset`. */
    private static int shift(TextEdit edit, int offset) {
        if (edit == null || edit.getOffset() >= offset) {
            return 0;
        }
        int shift = 0;
        if (edit instanceof ReplaceEdit replacement) {
            shift = replacement.getText().length() - replacement.getLength();
        } else if (edit instanceof InsertEdit insertion) {
            shift = insertion.getText().length();
        }
        for (TextEdit child : edit.getChildren()) {
            shift += shift(child, offset);
        }
        return shift;
    }
}
