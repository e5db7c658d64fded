import type { User } from '../users/user.ts'

type Address = Pick<User, 'name' | 'street' | 'city' | 'state' | 'zip' | 'country'>

/** A customer's name and postal address as lines of a letter. What the customer never told the bank is left out. */
export function addressLines({ name, street, city, state, zip, country }: Address): readonly string[] {
  const place = [...new Set([city, state].filter(isTold))].join(', ')
  const town = [place, zip].filter(isTold).join(' ')
  return [name, street, town, country].filter(isTold)
}

function isTold(text: string): boolean {
  return text.trim() !== '' && text !== notProvided
}

/** Stands in the fields of an administrator who was made without a profile. */
const notProvided = 'Not provided'
