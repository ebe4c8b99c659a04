// SPDX-License-Identifier: Apache-2.0
// Starts what needs a script: the map, the list of failing inputs, witnesses.

startAddress();
startWitnesses();
startKnownFaults();
if (document.getElementById("failures") !== null) {
  const failures = prepared(await data("failures"));
  new InputList(failures);
  if (document.getElementById("map") !== null) new SpaceMap(await data("space-map"), failures);
}
scrollToSection();
document.documentElement.dataset.ready = "true";
