// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.IWorkspaceDescription;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.Path;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IField;
import org.eclipse.jdt.core.IJavaElement;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IMember;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IPackageFragment;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.JavaCore;

/** The one Java project of the workspace. It holds one program at a time. */
final class Project {
    private static final String LEVEL = "1.8";

    private final IWorkspace workspace = ResourcesPlugin.getWorkspace();
    private final IJavaProject project;
    private final IPackageFragmentRoot root;

    /** `runtime` is the class library. */
    Project(String runtime) throws CoreException {
        IWorkspaceDescription settings = workspace.getDescription();
        settings.setAutoBuilding(false);
        // The programs of earlier requests are never looked at: files of more than a byte get no local history.
        settings.setApplyFileStatePolicy(true);
        settings.setMaxFileStateSize(1);
        workspace.setDescription(settings);
        IProject resource = workspace.getRoot().getProject("project");
        IProjectDescription description = workspace.newProjectDescription(resource.getName());
        description.setNatureIds(new String[] {JavaCore.NATURE_ID});
        resource.create(description, null);
        resource.open(null);
        IFolder source = resource.getFolder("source");
        source.create(true, true, null);
        project = JavaCore.create(resource);
        Map<String, String> options = project.getOptions(false);
        JavaCore.setComplianceOptions(LEVEL, options);
        project.setOptions(options);
        project.setRawClasspath(
            new IClasspathEntry[] {JavaCore.newSourceEntry(source.getFullPath()),
                JavaCore.newLibraryEntry(new Path(runtime), null, null)},
            resource.getFolder("classes").getFullPath(), null);
        root = project.getPackageFragmentRoot(source);
        IndexWaker.begin();
    }

    IJavaProject java() {
        return project;
    }

    /** Makes the project hold `program` and nothing else. */
    void load(Program program) throws CoreException {
        workspace.run(monitor -> {
            Set<ICompilationUnit> wanted = new HashSet<>();
            for (Map.Entry<String, String> entry : program.units().entrySet()) {
                String file = entry.getKey();
                IPackageFragment in = root.createPackageFragment(packageOf(file), true, null);
                String name = file.substring(file.lastIndexOf('/') + 1);
                wanted.add(in.createCompilationUnit(name, entry.getValue(), true, null));
            }
            for (IJavaElement child : root.getChildren()) {
                IPackageFragment in = (IPackageFragment) child;
                for (ICompilationUnit unit : in.getCompilationUnits()) {
                    if (!wanted.contains(unit)) {
                        unit.delete(true, null);
                    }
                }
                if (!in.isDefaultPackage() && !in.hasSubpackages() && !in.hasChildren()) {
                    in.delete(true, null);
                }
            }
        }, null);
    }

    /** The file name, in a request, of a unit of the program. */
    static String fileOf(ICompilationUnit unit) {
        IPath path = unit.getPath();
        return path.removeFirstSegments(2).toString();
    }

    /** The field or method whose name is at `offset`. */
    IMember memberAt(String file, int offset) throws CoreException, OwnTrouble {
        ICompilationUnit unit =
            root.getPackageFragment(packageOf(file)).getCompilationUnit(file.substring(file.lastIndexOf('/') + 1));
        IJavaElement found = unit.getElementAt(offset);
        if (!isNamedAt(found, offset)) {
            IJavaElement[] selected = unit.codeSelect(offset, 0);
            found = selected.length == 1 ? selected[0] : null;
        }
        if (!isNamedAt(found, offset)) {
            throw new OwnTrouble("bad request: the mark is not before the name of a field or method declaration");
        }
        return (IMember) found;
    }

    private static boolean isNamedAt(IJavaElement element, int offset) throws CoreException {
        return (element instanceof IField || element instanceof IMethod)
            && ((IMember) element).getNameRange().getOffset() == offset;
    }

    private static String packageOf(String file) {
        int end = file.lastIndexOf('/');
        return end < 0 ? "" : file.substring(0, end).replace('/', '.');
    }
}
