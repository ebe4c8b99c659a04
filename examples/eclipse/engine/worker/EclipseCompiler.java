// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.Compiler;
import org.eclipse.jdt.internal.compiler.DefaultErrorHandlingPolicies;
import org.eclipse.jdt.internal.compiler.batch.CompilationUnit;
import org.eclipse.jdt.internal.compiler.batch.FileSystem;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.problem.DefaultProblemFactory;

/** Eclipse's own compiler, which reads and writes in memory. */
final class EclipseCompiler {
    private final String runtime;
    private final CompilerOptions options;

    /** The messages of the errors in order of position, and the class files by class name. */
    record Result(List<String> errors, Map<String, byte[]> classes) {}

    EclipseCompiler(String runtime, Map<String, String> options) {
        this.runtime = runtime;
        this.options = new CompilerOptions(options);
    }

    Result compile(Program program) {
        List<String> files = new ArrayList<>(program.units().keySet());
        ICompilationUnit[] units = files.stream()
            .map(file -> new CompilationUnit(program.units().get(file).toCharArray(), file, "UTF-8"))
            .toArray(ICompilationUnit[]::new);
        List<CategorizedProblem> problems = new ArrayList<>();
        Map<String, byte[]> classes = new TreeMap<>();
        FileSystem environment =
            new FileSystem(new String[] {runtime}, files.toArray(String[]::new), "UTF-8");
        try {
            new Compiler(environment, DefaultErrorHandlingPolicies.proceedWithAllProblems(), options, result -> {
                if (result.hasErrors()) {
                    problems.addAll(List.of(result.getErrors()));
                }
                for (ClassFile file : result.getClassFiles()) {
                    classes.put(new String(file.fileName()).replace('/', '.'), file.getBytes());
                }
            }, new DefaultProblemFactory(Locale.ENGLISH)).compile(units);
        } finally {
            environment.cleanup();
        }
        problems.sort(Comparator
            .comparing((CategorizedProblem problem) -> files.indexOf(new String(problem.getOriginatingFileName())))
            .thenComparing(CategorizedProblem::getSourceStart));
        return new Result(problems.stream().map(CategorizedProblem::getMessage).toList(), classes);
    }
}
