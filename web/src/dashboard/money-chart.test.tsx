import type { FlowsView } from '@bank/contract/transactions/view'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { MoneyChart } from './money-chart.tsx'

const nothing = { moneyIn: '0.00', moneyOut: '0.00' }
const halfYear = [
  { during: '2025-10', ...nothing },
  { during: '2025-11', ...nothing },
  { during: '2025-12', moneyIn: '4200.00', moneyOut: '0.00' },
  { during: '2026-01', moneyIn: '3185.00', moneyOut: '1515.45' },
  { during: '2026-02', ...nothing },
  { during: '2026-03', moneyIn: '0.10', moneyOut: '99.99' },
]

describe('money in and out', () => {
  test('the money chart has a sentence with both totals to the cent', async () => {
    open(halfYear)
    const figure = await screen.findByRole('figure')
    expect(figure.querySelector('figcaption')?.textContent).toContain(
      'Since December 2025 $7,385.10 came in and $1,615.44 went out.',
    )
  })

  test('the money chart is one tab stop, and the arrow keys move from month to month', async () => {
    open(halfYear)
    const months = within(await screen.findByRole('toolbar', { name: 'Months' })).getAllByRole('button')
    expect(months.map((month) => month.getAttribute('aria-label'))).toEqual([
      'December 2025, in $4,200.00, out $0.00',
      'January 2026, in $3,185.00, out $1,515.45',
      'February 2026, in $0.00, out $0.00',
      'March 2026, in $0.10, out $99.99',
    ])
    expect(months.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, 0])
    months[3]!.focus()
    for (const [key, at] of [
      ['ArrowLeft', 2],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['End', 3],
      ['ArrowRight', 3],
    ] as const) {
      await userEvent.keyboard(`{${key}}`)
      expect(document.activeElement).toBe(months[at])
      expect(screen.getByText(months[at]!.getAttribute('aria-label')!)).toBeDefined()
    }
  })

  test('the axis of the money chart has round amounts, up to the next above all flows', async () => {
    open(halfYear)
    await screen.findByRole('figure')
    for (const amount of ['$6,000', '$3,000', '$0']) expect(screen.getByText(amount)).toBeDefined()
    cleanup()
    open([...halfYear.slice(0, 4), { during: '2026-02', moneyIn: '0.10', moneyOut: '0.07' }].map(small))
    await screen.findByRole('figure')
    for (const amount of ['$0.10', '$0.05', '$0']) expect(screen.getByText(amount)).toBeDefined()
  })

  test('the money chart can be read as a table', async () => {
    open(halfYear)
    await userEvent.click(await screen.findByText('View as table'))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows).toHaveLength(5)
    expect(rows[2]?.textContent).toBe('January 2026+$3,185.00-$1,515.45')
  })

  test('the money chart of 12 months requests them', async () => {
    const bank = open(halfYear)
    await screen.findByRole('figure')
    await userEvent.click(screen.getByRole('button', { name: '12 months' }))
    const months = bank.requestsTo('GET /api/me/monthly-flows').map(({ query }) => query.get('months'))
    expect(months).toEqual(['6', '12'])
    expect(screen.getByRole('button', { name: '12 months' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('the money chart of 30 days has a bar for each day', async () => {
    const days = Array.from({ length: 30 }, (_, day) => ({
      during: new Date(Date.UTC(2026, 1, 6 + day)).toISOString().slice(0, 10),
      ...(day === 29 ? { moneyIn: '7.00', moneyOut: '2.50' } : nothing),
    }))
    open(halfYear, days)
    await userEvent.click(await screen.findByRole('button', { name: '30 days' }))
    expect(await screen.findByText(/In the last 30 days \$7\.00 came in and \$2\.50 went out/)).toBeDefined()
    const bars = within(screen.getByRole('toolbar', { name: 'Days' })).getAllByRole('button')
    expect(bars).toHaveLength(30)
    expect(bars[0]?.getAttribute('aria-label')).toBe('February 6, 2026, in $0.00, out $0.00')
    expect(bars[29]?.getAttribute('aria-label')).toBe('March 7, 2026, in $7.00, out $2.50')
    // Meanwhile the six months were shown, named as such.
    expect(screen.queryByText(/6 months \$/)).toBeNull()
  })

  test('the first month has a title and a sentence in the place of its chart', async () => {
    open([
      { during: '2026-02', ...nothing },
      { during: '2026-03', moneyIn: '100.00', moneyOut: '40.00' },
    ])
    expect(await screen.findByText(/\$100\.00 came in and \$40\.00 went out/)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Your first month' })).toBeDefined()
    expect(screen.queryByRole('figure')).toBeNull()
  })

  test('the money chart says when no money has moved', async () => {
    open([{ during: '2026-03', ...nothing }])
    expect(await screen.findByText(/No money has moved/)).toBeDefined()
  })

  test('a money chart that failed to load can be loaded again', async () => {
    open(undefined)
    expect(await screen.findByText('Money in and out could not be loaded')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

/** The same flows, of cents at most. */
function small(flow: FlowsView['flows'][number]): FlowsView['flows'][number] {
  return {
    ...flow,
    moneyIn: flow.moneyIn.length > 4 ? '0.02' : flow.moneyIn,
    moneyOut: flow.moneyOut.length > 4 ? '0.01' : flow.moneyOut,
  }
}

function open(months: FlowsView['flows'] | undefined, days: FlowsView['flows'] = []) {
  const bank = stubbedBank({
    'GET /api/me/monthly-flows': () => (months ? { currency: 'USD', flows: months } : refused('busy')),
    'GET /api/me/daily-flows': () => ({ currency: 'USD', flows: days }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/dashboard', <MoneyChart hasOwnPlaces={false} />)
  return bank
}
