import { messages } from '@bank/contract/messages'
import { field, fieldError, heading } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { answered, held } from './answers.ts'
import type { Screen } from './screen.ts'

const titled = (title: string) => (page: Page) => heading(page).filter({ hasText: title })
const write = inTurn(
  (page) => field(page, 'email').fill('visitor@example.com'),
  (page) => field(page, 'subject').fill('I cannot sign in'),
  (page) => field(page, 'message').fill('My telephone fell into the sea.'),
  press('Send message'),
)

/** What everybody can open, signed in or not. */
export const openScreens: readonly Screen[] = [
  {
    name: 'support',
    path: '/support',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => field(page, 'message') },
      { name: 'signed in', as: 'alice', settled: (page) => field(page, 'message') },
      {
        name: 'about a transaction',
        as: 'alice',
        query: '?tx=019a0000-0000-7000-8000-000000000000',
        settled: (page) => page.getByText('About transaction'),
      },
      { name: 'invalid', act: press('Send message'), settled: (page) => fieldError(page, 'message') },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/support-messages', 'POST'),
        act: write,
        settled: (page) => page.getByRole('button', { name: 'Sending…' }),
      },
      {
        name: 'sent',
        arrange: (page) => answered(page, '/api/support-messages', 'POST', { reference: 'TP-7K3M-92QX' }),
        act: write,
        settled: titled('We have your message'),
      },
    ],
  },
  {
    name: 'terms',
    path: '/terms',
    as: 'nobody',
    states: [
      { name: 'usual', settled: heading },
      { name: 'signed in', as: 'alice', settled: (page) => page.getByRole('button', { name: 'Logout' }) },
    ],
  },
  { name: 'privacy', path: '/privacy', as: 'nobody', states: [{ name: 'usual', settled: heading }] },
  {
    name: 'not found',
    path: '/no-such-page',
    as: 'nobody',
    states: [
      { name: 'usual', settled: titled(messages.notFound) },
      { name: 'signed in', as: 'alice', settled: titled(messages.notFound) },
    ],
  },
]
