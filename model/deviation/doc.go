// Package deviation is the one registry of named ways in which a program may
// differ from the reference: wrong models, views, habits, and what adapters,
// stores and readers of bytes do. Most are modelled on public bugs.
//
// A wrong model is the honest model with one decision replaced. It counts how
// often its decision was asked and how often it departed, so that a survivor of
// the kill matrix shows whether the cases or the checks are too weak. A view is
// a function of the transcript. The other kinds are data here: programs under
// fixtures/candidates and implementations in fuzz/zoo/wrong have them, and share
// no code with the model.
//
// Goals: every rule for reducers has a wrong model that breaks it; a suite that
// lets one pass is blind there. Each way has one name, one sentence and its
// rules, here and nowhere else.
//
// Non-goals: which deviations explain a program (package fit); running
// candidates.
package deviation
