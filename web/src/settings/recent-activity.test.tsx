import type { OwnEventView } from '@bank/contract/audit/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { RecentActivity } from './recent-activity.tsx'

function open(events: () => unknown) {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/me/events': events }).fetch)
  visit('/settings', <RecentActivity />)
}

function event(number: number): OwnEventView {
  return {
    id: String(number),
    happenedAt: '2026-03-07T14:15:00.000Z',
    action: 'pin_changed',
    sentence: `Event ${number}`,
    isByBank: false,
  }
}

function textsIn(list: HTMLElement) {
  return within(list)
    .getAllByRole('listitem', { hidden: true })
    .map((item) => item.textContent)
}

test('the recent activity has the sentence and the time of each event', async () => {
  open(() => ({ events: [{ ...event(1), sentence: 'The bank activated the account' }] }))
  const list = await screen.findByRole('list', { name: 'Recent activity' })
  expect(textsIn(list)).toEqual(['The bank activated the accountMar 7, 2026, 2:15 PM UTC'])
  expect(screen.queryByText('Earlier activity')).toBeNull()
})

test('the recent activity has the ten newest events, and the earlier ones when it is unfolded', async () => {
  open(() => ({ events: Array.from({ length: 12 }, (_, index) => event(index + 1)) }))
  const newest = textsIn(await screen.findByRole('list', { name: 'Recent activity' }))
  expect(newest.length).toBe(10)
  expect(newest[9]).toContain('Event 10')
  const summary = screen.getByText('Earlier activity')
  const folded = summary.closest('details')!
  expect(folded.open).toBe(false)
  await userEvent.click(summary)
  expect(folded.open).toBe(true)
  expect(textsIn(within(folded).getByRole('list'))).toEqual([
    expect.stringContaining('Event 11'),
    expect.stringContaining('Event 12'),
  ])
})

test('the recent activity says that there is none yet', async () => {
  open(() => ({ events: [] }))
  expect(await screen.findByText('No activity yet')).toBeDefined()
})

test('the recent activity that could not be loaded is loaded again', async () => {
  let isBusy = true
  open(() => (isBusy ? refused('busy') : { events: [event(1)] }))
  expect(await screen.findByText('Your recent activity could not be loaded')).toBeDefined()
  isBusy = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Event 1')).toBeDefined()
})
