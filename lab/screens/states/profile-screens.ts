import { messages } from '@bank/contract/messages'
import type { MeView } from '@bank/contract/profile/view'
import { field, fieldError } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press, pressInWindow } from './actions.ts'
import { altered, held, refused } from './answers.ts'
import { broken } from './broken.ts'
import { readFromTheRight, richAndLongNamed } from './extremes.ts'
import type { Screen } from './screen.ts'

const contact = '/api/me/profile'
const picture = (page: Page) => page.getByRole('button', { name: 'Change Avatar' })
const edit = press('Edit')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const confirmationWanted = (page: Page) =>
  refused(page, contact, 'confirm_required', { method: 'PUT', facts: { code: false } })

/** What a customer sees of the own profile, and edits. */
export const profileScreens: readonly Screen[] = [
  {
    name: 'profile',
    path: '/profile',
    as: 'alice',
    states: [
      { name: 'usual', settled: picture },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/me'),
        settled: (page) => page.getByRole('heading', { name: 'Profile' }),
      },
      { name: 'error', ...broken('/api/me') },
      { name: 'long names', arrange: richAndLongNamed, settled: picture },
      {
        name: 'picture failing',
        arrange: (page) => altered<MeView>(page, '/api/me', (me) => ({ ...me, avatar: '/api/avatars/lost' })),
        settled: picture,
      },
      { name: 'editing', act: edit, settled: save },
      {
        name: 'edit invalid',
        act: inTurn(edit, (page) => field(page, 'phone').fill('12345'), press('Save')),
        settled: (page) => fieldError(page, 'phone'),
      },
      {
        name: 'edit refused',
        arrange: (page) => refused(page, contact, 'country_unknown', { method: 'PUT' }),
        act: inTurn(edit, press('Save')),
        settled: (page) => fieldError(page, 'country'),
      },
      {
        name: 'edit not confirmed',
        arrange: confirmationWanted,
        act: inTurn(edit, press('Save'), pressInWindow('Cancel')),
        settled: (page) => page.getByText('Your profile was not changed'),
      },
      {
        name: 'edit to be confirmed',
        arrange: confirmationWanted,
        act: inTurn(edit, press('Save')),
        settled: (page) => page.getByRole('dialog', { name: 'Confirm it’s you' }),
      },
      {
        name: 'saving',
        arrange: (page) => held(page, contact, 'PUT'),
        act: inTurn(edit, press('Save')),
        settled: (page) => page.getByRole('button', { name: messages.profile.busy }),
      },
      { name: 'not active', as: 'bruno', act: edit, settled: save },
      { name: 'right to left', act: inTurn(readFromTheRight, edit), settled: save },
      { name: 'choose a picture', act: press('Change Avatar'), settled: (page) => field(page, 'image') },
      {
        name: 'no picture chosen',
        act: inTurn(press('Change Avatar'), pressInWindow('Upload')),
        settled: (page) => fieldError(page, 'image'),
      },
      {
        name: 'picture chosen',
        act: choosePicture,
        settled: (page) => page.getByRole('img', { name: 'Avatar preview' }),
      },
      {
        name: 'uploading',
        arrange: (page) => held(page, '/api/me/avatar', 'PUT'),
        act: inTurn(choosePicture, pressInWindow('Upload')),
        settled: (page) => page.getByRole('button', { name: 'Uploading...' }),
      },
    ],
  },
]

async function choosePicture(page: Page): Promise<void> {
  await press('Change Avatar')(page)
  const buffer = await page.screenshot()
  await field(page, 'image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
}
