import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ibanOf } from '../iban.ts'
import { accountKeyOf, ownNumberOf } from './account-key.ts'

const number = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }).map(String)
const bankCode = fc.constantFrom('DE99555000', 'AT98765', 'NLTRPN')
const bankName = 'True penny'
/** Ways to write a text: in capitals or not, in groups or not. */
const written = (text: string) =>
  fc.constantFrom(
    text,
    text.toLowerCase(),
    text.replace(/.{4}/g, '$& '),
    ` ${text.replace(/.{2}/g, '$&\u00a0')}`,
  )
const payment = (account_number: string, bank_name: string) => ({ account_number, bank_name })

describe('the payee of a payment', () => {
  test('the number and the IBAN of an account of ours are one payee, however they are written and under any bank’s name', () => {
    const cases = fc.tuple(number, bankCode).chain(([own, code]) => {
      const iban = ibanOf({ number: own, currency: 'EUR' }, code)!
      return fc.record({
        own: fc.constant(own),
        bank: fc.constant({ bankName, bankCode: code }),
        byNumber: written(own).map((text) => payment(text, 'TRUEPENNY')),
        byIban: fc.tuple(written(iban), fc.string()).map(([text, name]) => payment(text, name)),
      })
    })
    fc.assert(
      fc.property(cases, ({ own, bank, byNumber, byIban }) => {
        expect([byNumber, byIban].map((each) => ownNumberOf(each, bank))).toEqual([own, own])
        expect(accountKeyOf(byIban, bank)).toBe(accountKeyOf(byNumber, bank))
        expect(accountKeyOf(byNumber, bank)).toBe(`${own} truepenny`)
      }),
    )
  })

  test('two accounts, and one number at two banks, are two payees', () => {
    fc.assert(
      fc.property(number, number, bankCode, (one, other, code) => {
        fc.pre(one !== other)
        const bank = { bankName, bankCode: code }
        const ibanOfOther = ibanOf({ number: other, currency: 'EUR' }, code)!
        const payments = [
          payment(one, bankName),
          payment(ibanOfOther, bankName),
          payment(one, 'First Harbour Bank'),
          payment(other, 'First Harbour Bank'),
        ]
        expect(new Set(payments.map((each) => accountKeyOf(each, bank))).size).toBe(4)
      }),
    )
  })

  test('an IBAN of another bank goes to another bank, and without a bank code every IBAN does', () => {
    const bank = { bankName, bankCode: 'DE99555000' }
    const iban = 'DE89370400440532013000'
    expect(ownNumberOf(payment(iban, 'Commerzbank'), bank)).toBeUndefined()
    expect(accountKeyOf(payment('de89 3704 0044 0532 0130 00', 'COMMERZ bank'), bank)).toBe(
      accountKeyOf(payment(iban, 'Commerzbank'), bank),
    )
    const ours = ibanOf({ number: '1234567890', currency: 'EUR' }, bank.bankCode)!
    expect(ownNumberOf(payment(ours, 'Commerzbank'), { bankName })).toBeUndefined()
    expect(ownNumberOf(payment(ours, 'Commerzbank'), { bankName, bankCode: '' })).toBeUndefined()
  })

  test('under our own name an IBAN of another bank is the number of no account of ours', () => {
    const bank = { bankName, bankCode: 'DE99555000' }
    expect(ownNumberOf(payment('DE89 3704 0044 0532 0130 00', bankName), bank)).toBe('de89370400440532013000')
  })
})
