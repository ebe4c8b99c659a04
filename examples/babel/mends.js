// SPDX-License-Identifier: Apache-2.0
"use strict";
/** The faults of Babel 7.20.15 that the campaigns find, each with what mends it (see mending.js). */
const inTurn = require("./in-turn.js");

const LOOP = "@babel/plugin-transform-block-scoping/lib/loop.js";
const NEW_TARGET = "@babel/plugin-transform-new-target/lib/index.js";
const USED = "const id = path.isUpdateExpression() ?";
const NAMED = 'node.id = scope.generateUidIdentifier("target");';
const REMOVED = `    } else {
      varPath.remove();`;

/** The function or initialiser of a class whose `this`, `arguments` and `new.target` are those of a path, or null. */
function owner(path) {
  return path.findParent((parent) => (parent.isFunction() && !parent.isArrowFunctionExpression()) ||
    parent.isClassProperty() || parent.isClassPrivateProperty() || parent.isStaticBlock());
}

const PARAMETERS = [
  {
    name: "arguments-of-script",
    why: "hoistFunctionEnvironment: `arguments` in an arrow function of a script is undefined, not a ReferenceError",
    rewrite: (t) => ({
      Identifier(path) {
        if (path.node.name !== "arguments" || !path.isReferencedIdentifier() || owner(path)) return;
        const error = t.newExpression(t.identifier("ReferenceError"), []);
        path.replaceWith(t.callExpression(
          t.arrowFunctionExpression([], t.blockStatement([t.throwStatement(error)])), []));
        path.skip();
      },
    }),
  },
  {
    name: "async-generator-return",
    why: "proposal-async-generator-functions: `return x` is not awaited before finally blocks run and iterators close",
    rewrite: (t) => ({
      ReturnStatement(path) {
        const { async, generator } = path.getFunctionParent().node;
        const value = path.node.argument;
        if (async && generator && value) path.node.argument = t.awaitExpression(value);
      },
    }),
  },
  {
    name: "fields-after-defaults",
    why: "injectInitialization: fields of a base class are initialised in the body, behind parameters' default values",
    // Parameters from the first that is no name on are taken apart in the body, in front of which the fields are.
    rewrite: (t) => ({
      ClassMethod({ node, parentPath, scope }) {
        if (node.kind !== "constructor" || parentPath.parent.superClass) return;
        const first = node.params.findIndex((parameter) => !t.isIdentifier(parameter));
        if (first < 0) return;
        const rest = scope.generateUidIdentifier("rest");
        const pattern = t.arrayPattern(node.params.splice(first, Infinity, t.restElement(rest)));
        node.body.body.unshift(t.variableDeclaration("let", [t.variableDeclarator(pattern, rest)]));
      },
    }),
  },
  {
    name: "async-generator-var",
    why: "wrap-function: a method's body moves into a function of its own, where `var a` hides the parameter a",
    rewrite: (t) => ({
      VariableDeclaration(path) {
        const around = path.parentPath.parentPath;
        if (path.node.kind !== "var" || !around?.isFunction()) return;
        const names = around.node.params.flatMap((each) => Object.keys(t.getBindingIdentifiers(each)));
        path.node.declarations = path.node.declarations.filter(({ id, init }) => init || !names.includes(id.name));
        if (path.node.declarations.length === 0) path.remove();
      },
    }),
  },
  {
    name: "new-target-name",
    why: "transform-new-target: an anonymous function gets the name _target, which function.name shows",
    edits: [[NEW_TARGET, NAMED, `if (!$fault("new-target-name") && func.parentPath.isVariableDeclarator()) {
      node.id = _core.types.cloneNode(func.parent.id);
    } else {
      ${NAMED}
    }`]],
  },
];

const DELEGATE = {
  name: "delegate-not-iterable",
  why: "regeneratorRuntime: values() makes an empty iterator of what cannot be iterated: yield* 9",
  patch: (code) => code.replaceAll("return { next: doneResult }", 'throw new TypeError("not iterable")')
    .replaceAll("if (!isNaN(iterable.length))", "if (false)"),
};

const LOOPS = [
  {
    name: "loop-pattern-assignment",
    why: "getUsageInBody: the whole pattern of an assignment is replaced by the loop's variable: _i = [_i + 1]",
    edits: [[LOOP, USED, `if (!$fault("loop-pattern-assignment") && path.isAssignmentExpression() &&
        path.get("left").isPattern()) {
      const found = path.get("left").getBindingIdentifierPaths()[binding.identifier.name];
      if (found) seen.add(found.node);
      return found;
    }
    ${USED}`]],
  },
  {
    name: "loop-for-assignment",
    why: "getUsageInBody: a loop's variable is not found where the head of another loop assigns it: for (i of ...)",
    edits: [[LOOP, USED, `if (!$fault("loop-for-assignment") && path.isForXStatement()) {
      seen.add(path.node.left);
      return path.get("left");
    }
    ${USED}`]],
  },
  {
    name: "loop-var-in-for",
    why: "wrapLoopBody: `var x` is removed from the head of a for-in or for-of, which is a crash",
    edits: [[LOOP, REMOVED, `    } else if (!$fault("loop-var-in-for") &&
        _core.types.isForXStatement(varPath.parent, { left: varPath.node })) {
      varPath.replaceWith(varPath.node.declarations[0].id);
${REMOVED}`]],
  },
];

const CLASSES = [
  {
    name: "super-template",
    why: "replace-supers: super.m`t` calls m without this",
    rewrite: (t) => ({
      TaggedTemplateExpression({ node }) {
        if (!t.isMemberExpression(node.tag) || !t.isSuper(node.tag.object)) return;
        node.tag = t.callExpression(t.memberExpression(node.tag, t.identifier("bind")), [t.thisExpression()]);
      },
    }),
  },
  {
    name: "super-destructuring",
    why: "helper-member-expression-to-functions: [super.x] = [4] is not supported: a crash; the mend declines",
    rewrite: (t) => ({
      ArrayPattern({ node }) {
        if (node.elements.some((each) => t.isMemberExpression(each) && t.isSuper(each.object))) $decline();
      },
    }),
  },
  {
    name: "new-target-field",
    why: "create-class-features-plugin: an initialiser moves to the constructor, and new.target of it is the class",
    rewrite: (t) => ({
      MetaProperty(path) {
        const around = owner(path);
        if (path.node.meta.name === "new" && (around?.isClassProperty() || around?.isClassPrivateProperty())) {
          path.replaceWith(t.unaryExpression("void", t.numericLiteral(0)));
        }
      },
    }),
  },
];

const ITERATION = [
  {
    name: "array-shortcut",
    why: "arrayWithHoles, arrayWithoutHoles: an array is read by index, whatever its Symbol.iterator is",
    patch: (code) => code.replace(/if \(Array\.isArray\((\w+)\)\) return/g,
      "if (Array.isArray($1) && $1[Symbol.iterator] === Array.prototype[Symbol.iterator]) return"),
  },
  {
    name: "eager-pattern",
    why: "slicedToArray: all values are taken and the iterator is closed before the first target is evaluated",
    rewrite: inTurn,
  },
  {
    name: "null-after-keys",
    why: "transform-destructuring: computed keys of a pattern with a rest are evaluated before null is refused",
    rewrite: (t, template) => ({
      AssignmentExpression({ node }) {
        if (!t.isObjectPattern(node.left)) return;
        node.right = template.expression("((v) => { if (v == null) throw new TypeError(); return v; })(RIGHT)")(
          { RIGHT: node.right });
      },
    }),
  },
  {
    name: "enumerable-generator",
    why: "regeneratorRuntime: next, throw, return and toString of generators are enumerable",
    patch: (code) => code.replaceAll("value: value, enumerable: !0, configurable: !0, writable: !0",
      "value: value, enumerable: !1, configurable: !0, writable: !0"),
  },
  {
    name: "proto-computed",
    why: "transform-computed-properties: __proto__: x beside a computed key becomes a property of that name",
    rewrite: (t) => ({
      ObjectExpression(path) {
        const { properties } = path.node;
        const at = properties.findIndex((each) =>
          t.isObjectProperty(each) && !each.computed && each.key.name === "__proto__");
        if (at < 0) return;
        const [prototype] = properties.splice(at, 1);
        path.replaceWith(t.callExpression(
          t.memberExpression(t.identifier("Object"), t.identifier("setPrototypeOf")), [path.node, prototype.value]));
        path.skip();
      },
    }),
  },
];

/** The faults of each campaign. */
const FAULTS = {
  "babel/classes": CLASSES,
  "babel/parameters": [...PARAMETERS, DELEGATE],
  "babel/loops": LOOPS,
  "babel/iteration": [...ITERATION, DELEGATE],
};

module.exports = { FAULTS };
