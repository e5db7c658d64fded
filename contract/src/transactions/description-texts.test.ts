import { addFee, charge } from '@bank/ledger/test/fee'
import { expect, onTestFinished, test } from 'vitest'
import { descriptionOf, kindTexts } from './description-texts.ts'

test('a new kind is one row of texts: a fee has its label and is described to who pays it', () => {
  onTestFinished(addFee())
  const texts = { label: 'Fee', debit: 'Fee for {detail}', credit: '' }
  Object.assign(kindTexts, { fee: texts })
  onTestFinished(() => void delete (kindTexts as Partial<Record<string, unknown>>).fee)
  const { kind, beneficiary, debitDetail } = charge({ id: 'a fee', amountMinor: 2_50n }).facts
  expect(kindTexts[kind].label).toBe('Fee')
  expect(descriptionOf('debit', { kind, beneficiary, detail: debitDetail })).toBe('Fee for Card replacement')
})
