import type { TimelineEntry } from '@bank/contract/admin/timeline/view'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { UserTimeline } from './user-timeline.tsx'

const userId = '0198c0de-0000-7000-8000-00000000a11c'
const entry: TimelineEntry = {
  id: 'note 1',
  kind: 'note',
  at: '2026-03-07T14:15:00.000Z',
  by: { id: '0198c0de-0000-7000-8000-00000000c1a2', name: 'Clara' },
  title: '',
  text: 'Called, will call again',
  change: null,
  isVerified: true,
}
const listing = `GET /api/admin/users/${userId}/timeline`
const writing = `POST /api/admin/users/${userId}/notes`

function open(
  entries: readonly TimelineEntry[],
  answer: () => unknown = () => new Response(null, { status: 204 }),
) {
  const bank = stubbedBank({
    [listing]: ({ query }: { query: URLSearchParams }) => ({
      entries: query.has('cursor') ? [] : entries,
      nextCursor: query.has('cursor') ? null : 'older',
    }),
    [writing]: answer,
  })
  vi.stubGlobal('fetch', bank.fetch)
  return { ...bank, ...visit('/admin/users/1', <UserTimeline userId={userId} />), user: userEvent.setup() }
}

const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('a timeline names each kind of entry, with who did it, and says which message is not verified', async () => {
  const message = {
    kind: 'message',
    by: null,
    title: 'My card',
    text: 'It is lost.',
    isVerified: false,
  } as const
  open([
    entry,
    { ...entry, ...message, id: 'message 1' },
    {
      ...entry,
      id: 'activity 1',
      kind: 'activity',
      title: 'Deactivated the account',
      text: 'Case 77',
      change: 'active → inactive',
    },
  ])
  expect(await rows()).toEqual([
    'NoteCalled, will call againMar 7, 2026, 2:15 PM UTC, Clara',
    'Message: My card, address not verifiedShow the textIt is lost.Mar 7, 2026, 2:15 PM UTC',
    ' Deactivated the account, active → inactiveCase 77Mar 7, 2026, 2:15 PM UTC, Clara',
  ])
})

test('a timeline is narrowed by a choice, and its older entries have a page', async () => {
  const page = open([entry])
  await page.user.selectOptions(await screen.findByLabelText('Show'), 'Notes')
  await waitFor(() => expect(page.requestsTo(listing).at(-1)?.query.get('kind')).toBe('note'))
  await page.user.click(await screen.findByRole('button', { name: 'Older entries' }))
  expect(await screen.findByText('Nothing to show.')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Newer entries' }))
  expect(await rows()).toHaveLength(1)
})

test('a note without an answer is sent again under the same id, and another text under another', async () => {
  const answers = [() => refused('busy'), () => refused('busy'), () => new Response(null, { status: 204 })]
  const page = open([entry], () => answers.shift()!())
  const field = await screen.findByLabelText('New note')
  const add = () => page.user.click(screen.getByRole('button', { name: 'Add note' }))
  const sent = (count: number) => waitFor(() => expect(page.requestsTo(writing)).toHaveLength(count))
  await page.user.type(field, 'Called')
  await add()
  await sent(1)
  await add()
  await sent(2)
  await page.user.type(field, ' twice')
  await add()
  await sent(3)
  const [first, second, third] = page.requestsTo(writing).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(third).toMatchObject({ text: 'Called twice' })
  expect(third!.noteId).not.toBe(first!.noteId)
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
})
