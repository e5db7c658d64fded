import { type Data, invalidStructure, notAllowed } from './collection.ts'

/** The attributes of a new user's document, by the names that the form of registration has for them. */
const fields: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  country: 'country',
  street: 'address',
  city: 'city',
  state: 'state',
  zip: 'zip',
  dob: 'dob',
  gender: 'gender',
  employment_status: 'employment_status',
  account_type: 'accountType',
  currency: 'currency',
  pin: 'pin',
}

/** What the clients send along and the bank decides: the account's number, the copy of the password, the id, an empty picture. */
const decidedByTheBank = new Set(['account_number', 'password', 'avatar', 'userId'])

/**
 * The form of registration in a new user's document. Throws `document_invalid_structure` for an unknown attribute, and
 * `user_unauthorized` for a document that gives its user money, an active account or a role.
 */
export function registrationOf(data: Data): Record<string, unknown> {
  const form: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field !== undefined) form[field] = value
    else if (name === 'balance' || name === 'isAdmin' || name === 'isActive') requireNothing(value)
    else if (!decidedByTheBank.has(name) && !name.startsWith('$')) throw unknownAttribute(name)
  }
  // The specification's list has a value with a space at its end.
  if (typeof form.accountType === 'string') form.accountType = form.accountType.trim()
  return form
}

/** The refusal of an attribute that the documents of the collection do not have. */
export function unknownAttribute(name: string): Error {
  return invalidStructure(`Unknown attribute: "${name.slice(0, 40)}"`)
}

function requireNothing(value: unknown): void {
  if (value !== 0 && value !== false && value !== null) throw notAllowed()
}
