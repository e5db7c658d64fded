import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { formErrors, shown } from '../../../test/form-errors.ts'
import { fundingInstruction, statusChange } from './form.ts'

const id = '0199a1b2-0000-7000-8000-000000000001'

describe('the forms of administrators', () => {
  const forms = {
    funding: [fundingInstruction, { transactionId: id, amount: '50.00', reason: 'Deposit' }],
    status: [statusChange, { changeId: id, status: 'failed', seen: 'pending' }],
  } as const
  const cases: [form: keyof typeof forms, field: string, value: unknown, message: string][] = [
    ['funding', 'amount', '', 'Amount is required'],
    ['funding', 'amount', '-50', 'Enter an amount above 0'],
    ['funding', 'amount', '0', 'Enter an amount above 0'],
    ['funding', 'amount', '1e12', 'Enter the amount in digits, such as 1250.00'],
    ['funding', 'amount', '0.005', 'Use at most 2 decimals'],
    ['funding', 'transactionId', '', 'Transaction ID is required'],
    ['status', 'changeId', 'x', 'Transaction ID is required'],
    ['status', 'seen', 'lost', 'Status is required'],
    ['status', 'status', 'done', 'Status is required'],
    ['status', 'status', '', 'Status is required'],
  ]
  for (const [form, field, value, message] of cases) {
    test(`an administrator’s form with ${field} ${shown(value)} is refused: ${message}`, () => {
      const [rule, filled] = forms[form]
      expect(formErrors(rule, { ...filled, [field]: value })).toEqual({ [field]: [message] })
    })
  }

  for (const status of ['pending', 'success', 'failed'] as const) {
    test(`a status change to ${status} is accepted`, () => {
      expect(z.parse(statusChange, { changeId: id.toUpperCase(), status })).toEqual({ changeId: id, status })
    })
  }
})
