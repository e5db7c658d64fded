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

test('the postcode stands where the country wants it', () => {
  const berlin = { ...alice, city: 'Berlin', state: 'Berlin', zip: '10405', country: 'Germany' }
  expect(addressLines(berlin).slice(2)).toEqual(['10405 Berlin', 'Germany'])
  const london = { ...alice, city: 'London', state: 'London', zip: 'SW1A 1AA', country: 'United Kingdom' }
  expect(addressLines(london).slice(2)).toEqual(['London', 'SW1A 1AA', 'United Kingdom'])
})

test('an address omits details that were not provided, and names a city that is also its state once', () => {
  const none = 'Not provided'
  expect(addressLines({ ...alice, street: none, city: none, state: none, zip: none, country: none })).toEqual(
    ['Alice Moreno'],
  )
  expect(addressLines({ ...alice, city: 'Berlin', state: 'Berlin', zip: none })[2]).toBe('Berlin')
})
