import { messages } from '@bank/contract/messages'
import { field, fieldError, heading, typeCredentials } from '../bank.ts'
import { held, refused } from './answers.ts'
import type { Screen } from './screen.ts'

const stranger = { email: 'nobody@example.com', password: 'not-the-password' }

/** What anybody sees, signed in or not. */
export const visitorScreens: readonly Screen[] = [
  {
    name: 'sign in',
    path: '/',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Try it as Alice' }) },
      {
        name: 'invalid',
        act: (page) => page.getByRole('button', { name: 'Login' }).click(),
        settled: (page) => fieldError(page, 'password'),
      },
      {
        name: 'refused',
        act: (page) => typeCredentials(page, stranger),
        settled: (page) => page.getByText('Check your email and password, then try again'),
      },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/sessions', 'POST'),
        act: (page) => typeCredentials(page, stranger),
        settled: (page) => page.getByText('Signing you in…'),
      },
      {
        name: 'paused',
        arrange: (page) =>
          refused(page, '/api/sessions', 'too_many_attempts', { method: 'POST', facts: { minutes: 12 } }),
        act: (page) => typeCredentials(page, stranger),
        settled: (page) => page.getByText('For your safety signing in has been paused'),
      },
    ],
  },
  {
    name: 'not found',
    path: '/no-such-page',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => heading(page).filter({ hasText: messages.notFound }) },
      { name: 'signed in', as: 'alice', settled: (page) => page.getByRole('navigation', { name: 'Main' }) },
    ],
  },
  {
    name: 'support',
    path: '/support',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => field(page, 'message') },
      {
        name: 'invalid',
        act: (page) => page.getByRole('button', { name: 'Send message' }).click(),
        settled: (page) => fieldError(page, 'message'),
      },
      { name: 'signed in', as: 'alice', settled: (page) => field(page, 'message') },
    ],
  },
]
