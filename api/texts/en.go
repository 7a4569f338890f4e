// Package texts holds what visitors and staff read that does not come from content/: one name a sentence, as a
// constant, or as a function where the sentence has parameters. It must not know who shows them. A second language is
// a second file with the same names, chosen by a build tag; the compiler then asks for every name.
package texts

// ---- Common errors

// ---- Sign-in

// ---- Uploads

// ---- Registration

// ---- Payment and refunds

// ---- Tickets and transfers

// ---- Desk

// ---- Staff

// ---- Gate
