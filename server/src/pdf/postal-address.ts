import { countryByName } from '@bank/contract/countries/countries'
import { placeOfPostcode } from '@bank/contract/profile/postcode'
import type { User } from '../users/user.ts'

type Address = Pick<User, 'name' | 'street' | 'city' | 'state' | 'zip' | 'country'>

/** The lines of a customer's postal address, in the order of the country, without details that were never provided. */
export function addressLines({ name, street, city, state, zip, country }: Address): readonly string[] {
  const cityAndState = [...new Set([city, state].filter(isProvided))].join(', ')
  const place = placeOfPostcode(countryByName(country)?.isoCode ?? '')
  const town = place === 'before' ? [zip, cityAndState] : [cityAndState, zip]
  const lines = place === 'below' ? town : [town.filter(isProvided).join(' ')]
  return [name, street, ...lines, country].filter(isProvided)
}

function isProvided(text: string): boolean {
  return text.trim() !== '' && text !== notProvided
}

/** The value of details of an administrator who was made without a profile. */
const notProvided = 'Not provided'
