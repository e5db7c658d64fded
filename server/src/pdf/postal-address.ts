import type { User } from '../users/user.ts'

type Address = Pick<User, 'name' | 'street' | 'city' | 'state' | 'zip' | 'country'>

/** The lines of a customer's postal address, without details that were never provided. */
export function addressLines({ name, street, city, state, zip, country }: Address): readonly string[] {
  const cityAndState = [...new Set([city, state].filter(isProvided))].join(', ')
  const town = [cityAndState, zip].filter(isProvided).join(' ')
  return [name, street, town, country].filter(isProvided)
}

function isProvided(text: string): boolean {
  return text.trim() !== '' && text !== notProvided
}

/** The value of details of an administrator who was made without a profile. */
const notProvided = 'Not provided'
