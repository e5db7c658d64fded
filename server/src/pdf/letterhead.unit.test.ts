import { expect, test } from 'vitest'
import type { Bank } from '../bank.ts'
import { letterheadOf } from './letterhead.ts'

test('a letterhead names the support address, otherwise the support page', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const support = (config: object) => letterheadOf({ config } as Pick<Bank, 'config'>, now).support
  const publicUrl = 'https://bank.example'
  expect(support({ supportEmail: 'help@bank.example', publicUrl })).toBe(
    'For questions, write to help@bank.example.',
  )
  expect(support({ publicUrl })).toBe('For questions, contact us at https://bank.example/support.')
  expect(support({})).toBe('For questions, contact us on the Support page of your online bank.')
})
