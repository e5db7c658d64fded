import { plusDays } from '@bank/contract/bank-day'
import type { DailyBalancesView } from '@bank/contract/statements/view'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { BalanceChart } from './balance-chart.tsx'

/** The last days until March 7, 2026. */
function daysOf(...balances: string[]): DailyBalancesView['balances'] {
  return balances.map((balance, position) => ({
    day: new Date(Date.UTC(2026, 2, 7 - (balances.length - 1 - position))).toISOString().slice(0, 10),
    balance,
  }))
}
/** Today's forecast, and that of 90 days after it. */
function daysAfter(today: string, later: string): DailyBalancesView['balances'] {
  return Array.from({ length: 91 }, (_, days) => ({
    day: plusDays('2026-03-07', days),
    balance: days === 0 ? today : later,
  }))
}
const month = daysOf(...Array.from({ length: 26 }, () => '120.00'), '20.50', '20.50', '1240.00', '87.66')

describe('the balance over time', () => {
  test('the balance chart has a sentence with the first, the last and the lowest balance', async () => {
    open(month, '50.00')
    const figure = await screen.findByRole('figure')
    expect(figure.querySelector('figcaption')?.textContent).toBe(
      'In the last 30 days your balance went from $50.00 to $87.66. The lowest at the end of a day was $20.50, on March 4, 2026.',
    )
  })

  test('the balance chart is one tab stop with a button for each day, and the arrow keys move between them', async () => {
    open(month, '50.00')
    const days = within(await screen.findByRole('toolbar', { name: 'Days' })).getAllByRole('button')
    expect(days).toHaveLength(30)
    expect(days[0]!.getAttribute('aria-label')).toBe('February 6, 2026, $120.00')
    expect(days.filter(({ tabIndex }) => tabIndex === 0)).toEqual([days[29]])
    days[29]!.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(days[28])
    expect(screen.getByText('March 6, 2026, $1,240.00')).toBeDefined()
  })

  test('the axis of the balance chart has round amounts, and the line ends at the balance now', async () => {
    open(month, '50.00')
    const figure = await screen.findByRole('figure')
    for (const amount of ['$2,000', '$1,000', '$0']) expect(screen.getByText(amount)).toBeDefined()
    // $50.00 before the first day is 4 of 160 pixels of $2,000, and $120.00 9.6; the last of 30 days ends at $87.66, 7.0 pixels.
    const line = figure.querySelector('path[fill="none"]')?.getAttribute('d')
    expect(line).toMatch(/^M0 156\.0V150\.4H1V/)
    expect(line).toMatch(/V153\.0H30$/)
  })

  test('with scheduled payments the line goes on dashed to what they leave, and the first day below zero is named with what to do', async () => {
    const shortfall = { day: '2026-04-20', missing: '12.34' }
    const bank = open(month, '50.00', false, { balances: daysAfter('87.66', '60.00'), shortfall })
    const figure = await screen.findByRole('figure')
    const [past, future] = [...figure.querySelectorAll('path[fill="none"]')]
    expect([past?.getAttribute('stroke-dasharray'), future?.getAttribute('stroke-dasharray')]).toEqual([
      null,
      '5 4',
    ])
    // From today's balance, 7.0 of 160 pixels of $2,000, to $60.00, 4.8 pixels, for as long as the past.
    expect(past?.getAttribute('d')).toMatch(/V153\.0H30$/)
    expect(future?.getAttribute('d')).toMatch(/^M30 153\.0V155\.2H31V.*H60$/)
    const days = within(screen.getByRole('toolbar')).getAllByRole('button')
    expect(days.slice(29, 31).map((day) => [day.getAttribute('aria-label'), day.tabIndex])).toEqual([
      ['March 7, 2026, $87.66', 0],
      ['March 8, 2026, forecast $60.00', -1],
    ])
    expect(figure.querySelector('figcaption p')?.textContent).toBe(
      'On April 20, 2026 your balance falls below zero: add $12.34 by then, or skip or change a payment. Scheduled',
    )
    expect(screen.getByRole('link', { name: 'Scheduled' }).getAttribute('href')).toBe('/scheduled')
    bank.answer(daysOf(...Array.from({ length: 364 }, () => '87.66')))
    await userEvent.click(screen.getByRole('button', { name: '12 months' }))
    // 84 of the 90 days: 6 points.
    const weeks = within(await screen.findByRole('toolbar', { name: 'Weeks' })).getAllByRole('button')
    expect(weeks).toHaveLength(26 + 6)
  })

  test('the balance chart can be read as a table', async () => {
    open(daysOf('5.00', '0.00', '7.25'))
    await userEvent.click(await screen.findByText('View as table'))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'DayBalance',
      'March 5, 2026$5.00',
      'March 6, 2026$0.00',
      'March 7, 2026$7.25',
    ])
  })

  test('the balance chart of 12 months requests 364 days, and has a point for every second week', async () => {
    const bank = open(month)
    await screen.findByRole('figure')
    const year = daysOf(...Array.from({ length: 364 }, (_, day) => `${day + 1}.00`))
    bank.answer(year)
    await userEvent.click(screen.getByRole('button', { name: '12 months' }))
    const weeks = within(await screen.findByRole('toolbar', { name: 'Weeks' })).getAllByRole('button')
    expect(weeks).toHaveLength(26)
    expect(weeks.slice(-2).map((week) => week.getAttribute('aria-label'))).toEqual([
      'February 21, 2026, $350.00',
      'March 7, 2026, $364.00',
    ])
    const days = bank.requestsTo('GET /api/me/balances').map(({ query }) => query.get('days'))
    expect(days).toEqual(['30', '364'])
  })

  test('the balance chart of an account that was empty starts at its first money, or six days before today', async () => {
    open(daysOf(...Array.from({ length: 20 }, () => '0.00'), ...Array.from({ length: 10 }, () => '5.00')))
    const figure = await screen.findByRole('figure')
    expect(within(screen.getByRole('toolbar')).getAllByRole('button')).toHaveLength(10)
    expect(figure.querySelector('figcaption')?.textContent).toBe(
      'Since February 26, 2026 your balance went from $0.00 to $5.00.',
    )
    cleanup()
    open(daysOf(...Array.from({ length: 29 }, () => '0.00'), '5.00'))
    expect((await screen.findByRole('figure')).querySelector('figcaption')?.textContent).toBe(
      'Since March 7, 2026 your balance went from $0.00 to $5.00.',
    )
    const days = within(screen.getByRole('toolbar')).getAllByRole('button')
    expect(days.map((day) => day.getAttribute('aria-label'))).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((day) => `March ${day}, 2026, $0.00`),
      'March 7, 2026, $5.00',
    ])
  })

  test('a balance of zero on every day has a title and a sentence in the place of its chart', async () => {
    open(daysOf('0.00', '0.00'))
    expect(await screen.findByText(/Your balance was zero in the last 30 days/)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Nothing to show yet' })).toBeDefined()
    expect(screen.queryByRole('figure')).toBeNull()
  })

  test('hidden amounts are hidden in the balance chart, also from screen readers', async () => {
    open(month, '50.00', true)
    const figure = await screen.findByRole('figure')
    await userEvent.click(screen.getByText('View as table'))
    expect(figure.textContent).not.toMatch(/\$|\d\.\d\d/)
    const days = within(screen.getByRole('toolbar')).getAllByRole('button')
    expect(days[29]!.getAttribute('aria-label')).toBe('March 7, 2026, amount hidden')
  })

  test('a balance chart that failed to load can be loaded again', async () => {
    const bank = open(undefined)
    expect(await screen.findByText('Your balances could not be loaded')).toBeDefined()
    bank.answer(month)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('figure')).toBeDefined()
  })
})

function open(
  first: DailyBalancesView['balances'] | undefined,
  opening = '0.00',
  isHidden = false,
  foreseen?: DailyBalancesView['foreseen'],
) {
  let balances = first
  const bank = stubbedBank({
    'GET /api/me/balances': () =>
      balances ? { currency: 'USD', opening, balances, foreseen } : refused('busy'),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/dashboard',
    <HiddenAmounts value={isHidden}>
      <BalanceChart hasPots={false} />
    </HiddenAmounts>,
  )
  return {
    ...bank,
    answer: (next: DailyBalancesView['balances']) => {
      balances = next
    },
  }
}
