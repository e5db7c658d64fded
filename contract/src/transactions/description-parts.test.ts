import { expect, test } from 'vitest'
import { descriptionParts } from './description-parts.ts'
import { descriptionOf } from './description-texts.ts'

const erik = {
  accountName: 'Erik Holm',
  accountNumber: '9876543210',
  bankName: 'Northern Savings',
  bankAddress: 'Oslo',
  swiftCode: 'NOSBNOKK',
  routingNumber: '42',
}
const ofErik = '9876543210, Northern Savings, Oslo, SWIFT NOSBNOKK, routing 42'
const sent = { counterparty: 'Erik Holm', beneficiary: erik }
const holm = { counterparty: 'Holm, Erik', beneficiary: { ...erik, accountName: 'Holm, Erik' } }
const fromTheBank = { counterparty: null, beneficiary: null }

test.each([
  ['a transfer', '', sent, ['', 'Transfer to ', 'Erik Holm', ofErik]],
  ['returned money', 'Returned: ', sent, ['Returned: ', 'Transfer to ', 'Erik Holm', ofErik]],
  [
    'money from a customer',
    '',
    { counterparty: 'Alice', beneficiary: null },
    ['', 'Transfer from ', 'Alice', ''],
  ],
  ['a name with a comma', '', holm, ['', 'Transfer to ', 'Holm, Erik', ofErik]],
  ['money from the bank', '', fromTheBank, ['', '', 'Account funded', '']],
])('the description of %s has the parts of what it names', (_, changed, named, expected) => {
  const { counterparty, beneficiary } = named
  const text = descriptionOf(beneficiary ? 'debit' : 'credit', {
    kind: counterparty === null ? 'funding' : 'transfer',
    beneficiary,
    detail: counterparty,
  })
  const description = `${changed}${text}`
  const { change, act, title, rest } = descriptionParts({ description, counterparty, beneficiary })
  expect([change, act, title, rest]).toEqual(expected)
  expect(`${change}${act}${title}${rest && `, ${rest}`}`).toBe(description)
})
