import { endpoints } from '@bank/contract/endpoints'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { answered, held } from './answers.ts'
import { unknownId } from './extremes.ts'
import { fill, press } from './page-actions.ts'
import { button, field, fieldError, heading, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { writeToSupport } = endpoints

const send = [
  fill('email', 'visitor@example.com'),
  fill('subject', 'I cannot sign in'),
  fill('message', 'My telephone fell into the sea.'),
  press('Send message'),
]

/** Pages for visitors and signed-in users. */
export const publicScreens: readonly Screen[] = [
  screen('support', '/support', 'visitor', {
    usual: { shows: field('message') },
    'signed in': { as: 'alice', shows: field('message') },
    'about a transaction': { as: 'alice', query: `?tx=${unknownId}`, shows: text('About transaction') },
    invalid: { act: [press('Send message')], shows: fieldError('message') },
    busy: { arrange: [held(writeToSupport)], act: send, shows: button('Sending…') },
    sent: {
      arrange: [answered(writeToSupport, { id: unknownId, reference: 'TP-7K3M', dueAt: '2199-01-02' })],
      act: send,
      shows: heading('We have your message'),
    },
  }),
  screen('terms', '/terms', 'visitor', {
    usual: { shows: heading() },
    'signed in': { as: 'alice', shows: button('Logout') },
  }),
  screen('privacy', '/privacy', 'visitor', { usual: { shows: heading() } }),
  screen('not found', '/no-such-page', 'visitor', {
    usual: { shows: heading(visitorTexts.notFound) },
    'signed in': { as: 'alice', shows: heading(visitorTexts.notFound) },
  }),
]
