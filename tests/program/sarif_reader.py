# SPDX-License-Identifier: Apache-2.0
"""Reads SARIF and says what is wrong with it.

No Debian package has the JSON schema of SARIF 2.1.0. Two readers stand in for it:
- the object model of python3-sarif-python-om, made from a draft of the schema by others: every property must be one of
  its class, and what it requires must be there;
- KINDS below: of the objects that smallscope writes, the types, enumerations, bounds and required properties that the
  specification (OASIS, SARIF 2.1.0, section 3) gives, and what GitHub's code scanning requires and allows beyond it.
"""

import re

import attr
import sarif_om

URI = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$")
LEVELS = ("none", "note", "warning", "error")


def text(value):
    return isinstance(value, str) and value != ""


def at_least(least):
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= least


def one_of(*values):
    return lambda value: value in values


def plain_message(value):
    """Section 3.11: braces are doubled, and nothing is a link."""
    rest = value.replace("{{", "").replace("}}", "")
    return text(value) and "{" not in rest and "}" not in rest and not re.search(r"(?<!\\)\]\(", value)


def bag(value):
    return isinstance(value, dict) and len(value.get("tags", [])) <= 20


# By class of the object model: property -> another class, a list of one, or a condition; "!" marks required ones.
KINDS = {
    "SarifLog": {"$schema": text, "version!": one_of("2.1.0"), "runs!": ["Run"]},
    "Run": {"tool!": "Tool", "automationDetails": "RunAutomationDetails", "originalUriBaseIds": dict,
            "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"), "invocations": ["Invocation"],
            "results!": ["Result"]},
    "Tool": {"driver!": "ToolComponent"},
    "ToolComponent": {"name!": text, "version": text, "rules!": ["ReportingDescriptor"]},
    "RunAutomationDetails": {"id": text},
    "ReportingDescriptor": {"id!": text, "shortDescription!": "MultiformatMessageString",
                            "fullDescription!": "MultiformatMessageString", "help!": "MultiformatMessageString",
                            "defaultConfiguration": "ReportingConfiguration", "properties": bag},
    "MultiformatMessageString": {"text!": lambda value: plain_message(value) and len(value) <= 1024},
    "ReportingConfiguration": {"level": one_of(*LEVELS)},
    "Invocation": {"executionSuccessful!": lambda value: isinstance(value, bool),
                   "toolExecutionNotifications": ["Notification"]},
    "Notification": {"level": one_of(*LEVELS), "message!": "Message"},
    "Message": {"text!": plain_message},
    "Result": {"ruleId!": text, "ruleIndex!": at_least(0), "level": one_of(*LEVELS), "message!": "Message",
               "locations!": ["Location"], "partialFingerprints": dict, "occurrenceCount": at_least(1),
               "suppressions": ["Suppression"], "properties": bag},
    "Location": {"physicalLocation!": "PhysicalLocation"},
    "PhysicalLocation": {"artifactLocation!": "ArtifactLocation", "region!": "Region"},
    "ArtifactLocation": {"uri!": lambda value: text(value) and URI.match(value), "uriBaseId": text},
    "Region": {f"{name}!": at_least(1) for name in ("startLine", "startColumn", "endLine", "endColumn")},
    "Suppression": {"kind!": one_of("inSource", "external"), "status": one_of("accepted", "underReview", "rejected"),
                    "justification": text},
}
LATER_THAN_MODEL = {("Suppression", "status")}  # the draft calls it `state`


class Reader:
    def __init__(self):
        self.mistakes = []

    def read(self, kind, value, path):
        if not isinstance(value, dict):
            self.mistakes.append(f"{path} is no object")
            return
        rules = {name.rstrip("!"): rule for name, rule in KINDS[kind].items()}
        required = [name[:-1] for name in KINDS[kind] if name.endswith("!")]
        fields = {field.metadata["schema_property_name"]: field for field in attr.fields(getattr(sarif_om, kind))}
        required += [name for name, field in fields.items() if field.default is attr.NOTHING]
        self.mistakes += [f"{path}.{name} is missing" for name in required if name not in value]
        for name, item in value.items():
            here = f"{path}.{name}"
            if name not in fields and name != "$schema" and (kind, name) not in LATER_THAN_MODEL:
                self.mistakes.append(f"{here} is not of the object model")
            elif name not in rules:
                self.mistakes.append(f"{here}: this reader does not know it")
            else:
                self.check(rules[name], item, here)

    def check(self, rule, item, path):
        if isinstance(rule, str):
            self.read(rule, item, path)
        elif isinstance(rule, list):
            if not isinstance(item, list):
                self.mistakes.append(f"{path} is no list")
                return
            for number, each in enumerate(item):
                self.read(rule[0], each, f"{path}[{number}]")
        elif not (isinstance(item, rule) if isinstance(rule, type) else rule(item)):
            self.mistakes.append(f"{path}: {item!r}")


def mistakes(log, size):
    """What is wrong with a log of `size` bytes."""
    reader = Reader()
    reader.read("SarifLog", log, "log")
    if reader.mistakes:
        return reader.mistakes
    found = []
    if len(log["runs"]) != 1:
        found.append("GitHub takes one run of a category")
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if len({rule["id"] for rule in rules}) != len(rules):
            found.append("rules with one id")
        if len(run["results"]) > 5000 or size > 10_000_000:
            found.append("too much for GitHub")
        suppressed = {"suppressions" in result for result in run["results"]}
        if len(suppressed) > 1:
            found.append("suppressions of some results only")
        for result in run["results"]:
            if not 1 <= len(result["locations"]) <= 1000:
                found.append("a result without a location: GitHub rejects the whole file")
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                found.append(f"the rule of {result['ruleId']}")
            for location in result["locations"]:
                region = location["physicalLocation"]["region"]
                if (region["endLine"], region["endColumn"]) <= (region["startLine"], region["startColumn"]):
                    found.append(f"an empty region: {region}")
                artifact = location["physicalLocation"]["artifactLocation"]
                if "uriBaseId" in artifact and artifact["uriBaseId"] not in run["originalUriBaseIds"]:
                    found.append(f"an unknown base: {artifact}")
    return found
