import type { GuardView } from '@bank/contract/guards/view'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { control, fields, review, reviewFromAmount } from '../../test/transfer-form.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { TransferPage } from './transfer-page.tsx'

beforeEach(() => {
  dropDraft('transfer')
})

describe('a bank code with a wrong checksum', () => {
  test('a bank code with a wrong checksum shows a warning once its field is left', async () => {
    await open()
    await userEvent.type(control('routing_number'), 'NO9386011117948')
    expect(warningOf('routing_number')).toBeUndefined()
    await userEvent.tab()
    await waitFor(() =>
      expect(warningOf('routing_number')).toContain('The check digits of this IBAN do not fit'),
    )
    expect(control('routing_number').getAttribute('aria-describedby')).toBe('routing_number-warning')
    expect(control('routing_number').getAttribute('aria-invalid')).toBeNull()
  })

  test('a warning about a bank code waits for the end of the press that left its field', async () => {
    await open()
    const user = userEvent.setup()
    await user.type(control('routing_number'), 'NO9386011117948')
    await user.pointer({
      keys: '[MouseLeft>]',
      target: screen.getByRole('button', { name: 'Review transfer' }),
    })
    expect(document.activeElement).not.toBe(control('routing_number'))
    expect(warningOf('routing_number')).toBeUndefined()
    await user.pointer('[/MouseLeft]')
    await waitFor(() => expect(warningOf('routing_number')).toContain('The check digits of this IBAN'))
  })

  test('a bank code with a wrong checksum is warned about in the review and can be sent', async () => {
    await open()
    await review({ ...fields, swift_code: 'MADE-UP', routing_number: '000000001' })
    await screen.findByRole('button', { name: 'Confirm transfer' })
    const shown = within(screen.getByRole('form', { name: 'Confirm transfer' }))
    const warnings = shown.getByText(/^A SWIFT code/).parentElement!
    expect([...warnings.children].map(({ textContent }) => textContent)).toEqual([
      'A SWIFT code has 8 or 11 characters, such as DNBANOKK. Check it before you send.',
      'The digits of this routing number do not add up. One may be mistyped.',
    ])
  })

  test('a correct or missing bank code shows no warning', async () => {
    await open()
    await review({ ...fields, account_name: '', swift_code: '' })
    await waitFor(() => expect(document.querySelector('#swift_code-error')).not.toBeNull())
    expect(screen.queryByText('Warning:')).toBeNull()
  })
})

test('what can be sent today is told before anything is typed, and an amount above it before the review', async () => {
  const day = { limits: { payment: null, day: '50.00', month: null }, sent: { day: '30.00', month: '30.00' } }
  await open({ guard: day })
  expect((await screen.findByText('You can send up to $20.00 today.')).id).toBe(
    control('amount').getAttribute('aria-describedby'),
  )
  await userEvent.type(control('amount'), '20.00')
  expect(warningOf('amount')).toBeUndefined()
  await userEvent.clear(control('amount'))
  await userEvent.type(control('amount'), '20.01')
  expect(warningOf('amount')).toBe('Warning: That is more than you can send today.')
})

test('while the limits are unknown the maximum of a transfer is told', async () => {
  await open()
  expect(screen.getByText('Up to $250,000.00 per transfer.')).toBeDefined()
})

describe('the same amount to the same account number', () => {
  const now = '2026-03-07T16:00:00.000Z'

  test('the same amount sent to the same account number today is warned about in the review, with its time', async () => {
    const { bank } = await open({ now, history: [toErik({ createdAt: '2026-03-07T14:15:00.000Z' })] })
    await review({ ...fields, account_number: '987 654 3210' })
    const warning = await screen.findByText(/Already paid this today\?/)
    expect(warning.textContent).toContain('You sent $40.00')
    expect(warning.textContent).toContain('March 7, 2026')
    expect(warning.textContent).toContain('2:15')
    expect(Object.fromEntries(bank.requestsTo('GET /api/transactions')[0]!.query)).toMatchObject({
      type: 'debit',
      from: '2026-03-07',
      minAmount: '40.00',
      maxAmount: '40.00',
    })
    expect(screen.getByRole('button', { name: 'Confirm transfer' })).toBeDefined()
  })

  test.each(['40', '40.00', '40,0'])(
    'the same amount sent today is warned about when it is typed as %s',
    async (typed) => {
      const { bank } = await open({ now, history: [toErik({ createdAt: now, amount: '40.00' })] })
      await reviewFromAmount(typed)
      expect(await screen.findByText(/Already paid this today\?/)).toBeDefined()
      expect(bank.requestsTo('GET /api/transactions')[0]!.query.get('minAmount')).toBe('40.00')
    },
  )

  const others: Record<string, Partial<HistoryRow>> = {
    'sent yesterday': { createdAt: '2026-03-06T23:59:00.000Z' },
    'that failed': { status: 'failed' },
    'of another amount': { amount: '40.01' },
    received: { type: 'credit', beneficiary: null },
  }
  for (const [which, facts] of Object.entries(others)) {
    test(`a transfer is not mistaken for one ${which}`, async () => {
      const { bank } = await open({ now, history: [toErik({ createdAt: now, ...facts })] })
      await review()
      await screen.findByRole('button', { name: 'Confirm transfer' })
      await waitFor(() => expect(bank.requestsTo('GET /api/transactions')).toHaveLength(1))
      expect(screen.queryByText(/Already paid this today/)).toBeNull()
    })
  }

  test("a transfer can be sent when today's transfers cannot be loaded", async () => {
    await open({ history: undefined })
    await review()
    expect(await screen.findByRole('button', { name: 'Confirm transfer' })).toBeDefined()
    expect(screen.queryByText(/Already paid this today/)).toBeNull()
  })
})

async function open({
  now,
  history,
  guard,
}: {
  now?: string
  history?: HistoryRow[] | undefined
  guard?: Partial<GuardView>
} = {}) {
  if (now) vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/me/guards': () =>
      guard ? { guards: [{ currency: 'USD', bank: { day: null, month: null }, ...guard }] } : refused('busy'),
    'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
    'GET /api/beneficiaries/recent': () => ({ beneficiaries: [] }),
    'GET /api/transactions': () =>
      history
        ? { transactions: history, firstRow: 1, total: history.length, nextCursor: null }
        : refused('busy'),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/transfer', <TransferPage />)
  await screen.findByText('Account name')
  return { bank }
}

function warningOf(name: string): string | undefined {
  return document.querySelector(`#${name}-warning`)?.textContent ?? undefined
}
