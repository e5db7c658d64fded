import { textsOf } from './texts.ts'
import { isCode, isTest, type Tree } from './tree.ts'

/** Wording that the bank does not use: what to look for, an example of it, and what the bank says. */
type Wording = { pattern: RegExp; not: string; but: string }

/** Wording that is refused in every text, on the screens and on the command line. `docs/voice.md` prints this table. */
const refused: readonly Wording[] = [
  { pattern: /\bwhoever\b/i, not: 'whoever', but: 'the role: the customer, the caller, anyone who' },
  { pattern: /\bsomebody\b/i, not: 'somebody', but: 'someone' },
  { pattern: /\bnobody\b/i, not: 'nobody', but: '“we will never”, “only you”, “no one”' },
  { pattern: /\bwhom\b/i, not: 'whom', but: 'who' },
  { pattern: /\bone[’']s own\b/i, not: 'one’s own', but: 'your own, the user’s' },
  { pattern: /\bby itself\b/i, not: 'changes by itself', but: 'updates automatically' },
  { pattern: /\bat hand\b/i, not: 'your phone is not at hand', but: 'you don’t have your phone' },
  { pattern: /\bno part of\b/i, not: 'is no part of', but: 'isn’t included in' },
  { pattern: /\bno longer in the balance\b/i, not: 'no longer in the balance', but: 'already deducted' },
  { pattern: /\bnothing of\b/i, not: 'nothing of where it was taken', but: 'we remove location data' },
  { pattern: /\byour safety\b/i, not: 'for your safety', but: 'what happens, and why' },
  { pattern: /\bwhat stands\b/i, not: 'what stands here', but: 'entries' },
  { pattern: /\bwhat was done\b/i, not: 'what was done to', but: 'activity of' },
  { pattern: /\b(?:where|when) we answer\b/i, not: 'where we answer', but: 'we’ll reply here' },
  { pattern: /\bkept here\b/i, not: 'kept here', but: 'not sent' },
  { pattern: /^activated by\b/i, not: 'activated by Friday', but: 'we’ll activate your account by Friday' },
  { pattern: /\b(?:low|high)est amount\b/i, not: 'lowest amount', but: 'minimum amount' },
  { pattern: /\bother days\b/i, not: 'other days', but: 'custom dates' },
  { pattern: /\ba row such as\b/i, not: 'a row such as 1234', but: 'a sequence such as 1234' },
  { pattern: /\bhave a slip\b/i, not: 'the link may have a slip', but: 'the link may be mistyped' },
  { pattern: /\bdid you not\b/i, not: 'Did you not open …?', but: 'Didn’t open …?' },
  { pattern: /\bplease write to us\b/i, not: 'please write to us', but: 'contact us' },
  { pattern: /\be-mail/i, not: 'e-mail', but: 'email' },
]

/** Wording that is refused on screens, in mails and in documents alone: operators and the API reference use these words. */
const refusedForCustomers: readonly Wording[] = [
  { pattern: /\bin transit\b/i, not: 'in transit', but: 'pending' },
  { pattern: /\bbeneficiar/i, not: 'beneficiary', but: 'payee' },
  {
    pattern: /\bsign(?:s|ed|ing)?(?: you)? (?:in|out)\b|\bsign-(?:in|out)\b/i,
    not: 'sign in, signed out',
    but: 'log in, logged out',
  },
  { pattern: /\bthis mail\b/i, not: 'this mail', but: 'this email' },
  { pattern: /(?<!^No transactions found)!$/, not: 'Done!', but: 'Done.' },
  { pattern: /\p{L}'\p{L}/u, not: "the bank's", but: 'the bank’s' },
]

/** Labels of the specification that have capitals where the bank would write none. */
const specifiedLabels = new Set([
  ...['Welcome Back', 'Funds Transfer', 'Quick Funds Transfer', 'Transaction History', 'Recent Transactions'],
  ...['Account Statement', 'Accounts Statement', 'Account Number', 'Account Type', 'Account Balance'],
  ...['Contact Support', 'Change Password', 'Transaction Pin', 'Change Avatar'],
  ...['Admin Panel', 'Hello Admin', 'User Management', 'User Details', 'Create User'],
  ...['Checking Account', 'Online Account', 'Current Account', 'Corporate Account', 'Offshore Account'],
  'Joint Account',
])

/** Texts of the specification that write the PIN in another way. */
const specifiedPins = [
  ...['Transaction Pin', 'Transaction pin must be 4 digits', 'Invalid transaction pin'],
  ...['Pin must be at least 4 digits long', 'Current pin is incorrect'],
  ...['Changing pin...', 'Pin changed successfully', 'Failed to change pin'],
]

/** A text of the specification that writes ID in another way. */
const specifiedId = 'This transfer id was already used'

/** Complaints about texts for people that do not follow `docs/voice.md`: their wording, and their capitals. */
export function badTexts(tree: Tree): string[] {
  return [...tree].filter(isRead).flatMap(([path, source]) =>
    textsOf(path, source).flatMap(({ start, text }) => {
      const line = () => source.slice(0, start).split('\n').length
      return [...badWording(path, text), ...badCasing(path, text)].map(
        ({ at, fault }) => `${path}:${line()}: “${text.slice(Math.max(0, at - 30), at + 40)}”: ${fault}`,
      )
    }),
  )
}

/** What is wrong in a text, and where it begins. */
type Fault = { at: number; fault: string }

function badWording(path: string, text: string): Fault[] {
  return [...refused, ...(isForCustomers(path) ? refusedForCustomers : [])].flatMap(
    ({ pattern, not, but }) => {
      const at = text.search(pattern)
      return at < 0 ? [] : [{ at, fault: `not “${not}” but “${but}”` }]
    },
  )
}

function badCasing(path: string, text: string): Fault[] {
  const own = specifiedPins.reduce((rest, specified) => rest.replaceAll(specified, ''), text)
  const isSentence = /^[^a-z]/.test(text)
  if (isSentence && /\b[Pp]ins?\b/.test(own)) return [{ at: text.search(/pin/i), fault: 'write “PIN”' }]
  const id = text === specifiedId ? -1 : text.search(/(?<=^\p{Lu}.* )ids?\b/u)
  if (isForCustomers(path) && id >= 0) return [{ at: id, fault: 'write “ID”' }]
  const isLabel = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(text)
  if (!isForCustomers(path) || !isLabel || specifiedLabels.has(text)) return []
  return [{ at: 0, fault: 'only the first word has a capital' }]
}

/** The table of refused wording, as `docs/voice.md` has it. */
export function wordingTable(): string {
  const rows = [...refused, ...refusedForCustomers].map(({ not, but }) => `| ${not} | ${but} |`)
  return ['| Not | But |', '|---|---|', ...rows].join('\n')
}

/** True for code whose texts people read: the product and the commands of operators. */
function isRead([path]: [string, string]): boolean {
  return isCode(path) && !isTest(path) && /^(?:contract|server|web)\/src\/|^scripts\/(?!tidy\/)/.test(path)
}

/** True for the screens, the messages they show, the mails and the documents. */
function isForCustomers(path: string): boolean {
  const isReference = path.endsWith('endpoints.ts') || path.startsWith('contract/src/gateway/')
  return (
    !isReference && /^(?:contract|web)\/src\/|^server\/src\/(?:mail|pdf|statements|transactions)\//.test(path)
  )
}
