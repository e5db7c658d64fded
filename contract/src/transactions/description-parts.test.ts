import { expect, test } from 'vitest'
import { descriptionParts } from './description-parts.ts'

test.each([
  [
    'a transfer',
    'Transfer to Erik Holm, 98765, Oslo',
    'Erik Holm',
    ['', 'Transfer to ', 'Erik Holm', '98765, Oslo'],
  ],
  ['returned money', 'Returned: Transfer to T, 98', 'T', ['Returned: ', 'Transfer to ', 'T', '98']],
  ['money from a customer', 'Transfer from Alice', 'Alice', ['', 'Transfer from ', 'Alice', '']],
  [
    'a name with a comma',
    'Transfer to Holm, Erik, 98',
    'Holm, Erik',
    ['', 'Transfer to ', 'Holm, Erik', '98'],
  ],
  ['money from the bank', 'Account funded', null, ['', '', 'Account funded', '']],
  ['a description of another form', 'Rent to Erik Holm', 'Erik Holm', ['', '', 'Rent to Erik Holm', '']],
])('the description of %s is divided at the name', (_, description, counterparty, expected) => {
  const { change, act, title, rest } = descriptionParts({ description, counterparty })
  expect([change, act, title, rest]).toEqual(expected)
  expect(`${change}${act}${title}${rest && `, ${rest}`}`).toBe(description)
})
