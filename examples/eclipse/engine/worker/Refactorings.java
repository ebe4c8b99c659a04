// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jdt.core.IField;
import org.eclipse.jdt.core.IMember;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.internal.corext.refactoring.rename.JavaRenameProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.MethodChecks;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameFieldProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameNonVirtualMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameVirtualMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.sef.SelfEncapsulateFieldRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.structure.PullUpRefactoringProcessor;
import org.eclipse.jdt.internal.corext.refactoring.structure.PushDownRefactoringProcessor;
import org.eclipse.jdt.internal.ui.preferences.JavaPreferencesSettings;
import org.eclipse.ltk.core.refactoring.Refactoring;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;
import org.eclipse.ltk.core.refactoring.participants.ProcessorBasedRefactoring;
import org.eclipse.ltk.core.refactoring.participants.RenameRefactoring;

/** The refactorings by name, set up as Eclipse's dialogs set them up if nothing in them is changed. */
final class Refactorings {
    /** What a dialog does between the initial and the final conditions. The status says why it could not be done. */
    interface Dialog {
        RefactoringStatus fill() throws CoreException;
    }

    record Prepared(Refactoring refactoring, Dialog dialog) {}

    private interface Preparation {
        Prepared prepare(IMember member, Map<String, String> parameters) throws CoreException, OwnTrouble;
    }

    private static final Map<String, Preparation> ALL = new TreeMap<>(Map.of(
        "pull up method", Refactorings::pullUpMethod,
        "push down method", (member, parameters) -> pushDown(method(member)),
        "push down field", (member, parameters) -> pushDown(field(member)),
        "encapsulate field", (member, parameters) -> encapsulate(field(member)),
        "rename field", (member, parameters) -> renameField(field(member), parameters),
        "rename method", (member, parameters) -> renameMethod(method(member), parameters)));

    private static final List<String> PARAMETERS =
        List.of("refactoring", "destination", "new name", "there and back", "javac", "main");

    private Refactorings() {}

    static Prepared prepare(IMember member, Map<String, String> parameters) throws CoreException, OwnTrouble {
        return preparation(parameters).prepare(member, parameters);
    }

    /** Rejects an unknown refactoring, and parameters that no refactoring takes. */
    static void check(Map<String, String> parameters) throws OwnTrouble {
        preparation(parameters);
        for (String name : parameters.keySet()) {
            if (!PARAMETERS.contains(name)) {
                throw new OwnTrouble(
                    "bad request: there is no parameter \"" + name + "\", only " + String.join(", ", PARAMETERS));
            }
        }
    }

    private static Preparation preparation(Map<String, String> parameters) throws OwnTrouble {
        String name = parameters.get("refactoring");
        Preparation preparation = name == null ? null : ALL.get(name);
        if (preparation == null) {
            String problem = name == null ? "there is no refactoring" : "the refactoring \"" + name + "\" is unknown";
            throw new OwnTrouble("bad request: " + problem + "; known are " + String.join(", ", ALL.keySet()));
        }
        return preparation;
    }

    private static IMethod method(IMember member) throws OwnTrouble {
        if (member instanceof IMethod method) {
            return method;
        }
        throw new OwnTrouble("bad request: the mark is before a field, the refactoring is of methods");
    }

    private static IField field(IMember member) throws OwnTrouble {
        if (member instanceof IField field) {
            return field;
        }
        throw new OwnTrouble("bad request: the mark is before a method, the refactoring is of fields");
    }

    private static Prepared pullUpMethod(IMember member, Map<String, String> parameters) throws OwnTrouble {
        IMethod method = method(member);
        PullUpRefactoringProcessor processor = new PullUpRefactoringProcessor(
            new IMember[] {method}, JavaPreferencesSettings.getCodeGenerationSettings(method.getJavaProject()));
        return new Prepared(new ProcessorBasedRefactoring(processor), () -> {
            RefactoringStatus status = new RefactoringStatus();
            IType destination = destination(method, parameters.get("destination"), processor, status);
            if (destination == null) {
                return status;
            }
            processor.setDestinationType(destination);
            processor.setMembersToMove(new IMember[] {method});
            processor.setAbstractMethods(new IMethod[0]);
            processor.setDeletedMethods(new IMethod[] {method});
            processor.setCreateMethodStubs(true);
            processor.setReplace(false);
            processor.setInstanceOf(false);
            return status;
        });
    }

    /** The type to pull up to; null if the dialog does not offer it. */
    private static IType destination(IMethod method, String wanted, PullUpRefactoringProcessor processor,
        RefactoringStatus status) throws CoreException {
        IType direct = processor.getDeclaringSuperTypeHierarchy(new NullProgressMonitor())
            .getSuperclass(method.getDeclaringType());
        for (IType candidate : processor.getCandidateTypes(status, new NullProgressMonitor())) {
            if (wanted == null ? candidate.equals(direct) : candidate.getElementName().equals(wanted)) {
                return candidate;
            }
        }
        status.addFatalError("The destination is not among the types that are offered");
        return null;
    }

    private static Prepared pushDown(IMember member) {
        return unasked(new ProcessorBasedRefactoring(new PushDownRefactoringProcessor(new IMember[] {member})));
    }

    private static Prepared encapsulate(IField field) throws CoreException {
        SelfEncapsulateFieldRefactoring refactoring = new SelfEncapsulateFieldRefactoring(field);
        refactoring.setInsertionIndex(field.getDeclaringType().getMethods().length - 1);
        return unasked(refactoring);
    }

    private static Prepared renameField(IField field, Map<String, String> parameters) throws CoreException, OwnTrouble {
        RenameFieldProcessor processor = new RenameFieldProcessor(field);
        processor.setUpdateReferences(true);
        return renaming(processor, parameters);
    }

    private static Prepared renameMethod(IMethod method, Map<String, String> parameters)
        throws CoreException, OwnTrouble {
        RenameMethodProcessor processor = MethodChecks.isVirtual(method) ? new RenameVirtualMethodProcessor(method)
                                                                         : new RenameNonVirtualMethodProcessor(method);
        processor.setUpdateReferences(true);
        return renaming(processor, parameters);
    }

    private static Prepared renaming(JavaRenameProcessor processor, Map<String, String> parameters) throws OwnTrouble {
        String name = parameters.get("new name");
        if (name == null) {
            throw new OwnTrouble("bad request: a renaming needs the parameter \"new name\"");
        }
        return new Prepared(new RenameRefactoring(processor), () -> {
            // Not earlier: the initial conditions switch to the method that this one overrides, and forget the name.
            processor.setNewElementName(name);
            return new RefactoringStatus();
        });
    }

    private static Prepared unasked(Refactoring refactoring) {
        return new Prepared(refactoring, RefactoringStatus::new);
    }
}
