import { expect, test } from 'vitest'
import { addressLines } from './postal-address.ts'

const alice = {
  name: 'Alice Moreno',
  street: '1420 Alder Street',
  city: 'Portland',
  state: 'Oregon',
  zip: '97205',
  country: 'United States',
}

test('an address has the name, the street, the town and the country on separate lines', () => {
  expect(addressLines(alice)).toEqual([
    'Alice Moreno',
    '1420 Alder Street',
    'Portland, Oregon 97205',
    'United States',
  ])
})

test('an address omits details that were not provided, and names a city that is also its state once', () => {
  const none = 'Not provided'
  expect(addressLines({ ...alice, street: none, city: none, state: none, zip: none, country: none })).toEqual(
    ['Alice Moreno'],
  )
  expect(addressLines({ ...alice, city: 'Berlin', state: 'Berlin', zip: none })[2]).toBe('Berlin')
})
