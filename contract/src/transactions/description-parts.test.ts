import { expect, test } from 'vitest'
import { descriptionParts } from './description-parts.ts'
import { changeInWords, descriptionOf } from './description-texts.ts'

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
  ['a transfer', null, sent, ['', 'Transfer to ', 'Erik Holm', ofErik]],
  ['returned money', 'returned', sent, ['Returned: ', 'Transfer to ', 'Erik Holm', ofErik]],
  [
    'money from a customer',
    null,
    { counterparty: 'Alice', beneficiary: null },
    ['', 'Transfer from ', 'Alice', ''],
  ],
  ['a name with a comma', null, holm, ['', 'Transfer to ', 'Holm, Erik', ofErik]],
  ['money from the bank', null, fromTheBank, ['', '', 'Account funded', '']],
] as const)('the description of %s has the parts of what it names', (_, changed, named, expected) => {
  const { counterparty, beneficiary } = named
  const kind = counterparty === null ? 'funding' : 'transfer_inside'
  const side = beneficiary ? 'debit' : 'credit'
  const type = changed === 'returned' ? 'credit' : side
  const text = descriptionOf(side, { kind, beneficiary, detail: counterparty })
  const description = `${changeInWords(changed)}${text}`
  const row = { kind, type, change: changed, description, counterparty, beneficiary } as const
  const { change, act, title, rest } = descriptionParts(row)
  expect([change, act, title, rest]).toEqual(expected)
  expect(`${change}${act}${title}${rest && `, ${rest}`}`).toBe(description)
})
