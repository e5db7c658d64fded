import type { StaffRole } from '@bank/contract/roles/role'
import type { CaseView, ListedCase } from '@bank/contract/support/view'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { clara, refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { SupportMessagePage } from './support-message-page.tsx'
import { SupportMessagesPage } from './support-messages-page.tsx'

const alice = { id: '0198c0de-0000-7000-8000-00000000a11c', name: 'Alice Moreno' }
const colleague = { id: '0198c0de-0000-7000-8000-00000000c1a3', name: 'Erik' }

const listed: ListedCase = {
  id: '0198c0de-0000-7000-8000-00000000abcd',
  reference: '0000ABCD',
  kind: 'question',
  state: 'open',
  dueAt: '2026-03-09T23:59:59.999Z',
  email: 'alice@example.com',
  user: alice,
  addressOwner: null,
  subject: 'My card',
  transactionId: '0198c0de-0000-4000-8000-0000000e51c0',
  createdAt: '2026-03-07T14:15:00.000Z',
  owner: null,
}
const written: CaseView = {
  ...listed,
  entries: [
    {
      id: listed.id,
      side: 'customer',
      text: 'It is\n<b>lost</b>.',
      by: alice,
      at: listed.createdAt,
      files: [{ id: '0198c0de-0000-7000-8000-00000000f11e', name: 'card.png', size: 2_048 }],
    },
  ],
}

const done = () => new Response(null, { status: 204 })
const list = '/admin/support-messages'
const path = `/api${list}/${listed.id}`

function open(
  [route, at, page]: [string, string, ReactElement],
  answers: Parameters<typeof stubbedBank>[0],
  role: StaffRole = 'administrator',
) {
  const bank = stubbedBank(answers)
  vi.stubGlobal('fetch', bank.fetch)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
  const pageWithToasts = (
    <>
      {page}
      <ToasterSurface theme="light" />
    </>
  )
  return { ...bank, ...visit(route, pageWithToasts, at, { ...clara(), role }), user: userEvent.setup() }
}

const openList = (cases: ListedCase[]) =>
  open([list, list, <SupportMessagesPage key="list" />], {
    [`GET /api${list}`]: () => ({ cases, nextCursor: null }),
  })
const openOne = (one: () => CaseView, answers: Parameters<typeof stubbedBank>[0] = {}, role?: StaffRole) =>
  open(
    [`${list}/:id`, `${list}/${listed.id}`, <SupportMessagePage key="one" />],
    { [`GET ${path}`]: one, ...answers },
    role,
  )

describe('the list of support messages', () => {
  test('messages that are due are listed first with their deadlines, and the list is kept in the URL', async () => {
    const page = openList([listed])
    expect(await screen.findByText('Overdue')).toBeTruthy()
    expect(page.requests.at(-1)!.query.get('list')).toBe('due')
    await page.user.selectOptions(screen.getByLabelText('Show'), 'All messages')
    expect(page.address()).toBe('/admin/support-messages?list=all')
    await waitFor(() => expect(page.requests.at(-1)!.query.get('list')).toBeNull())
    await page.user.selectOptions(screen.getByLabelText('Show'), 'To answer, by deadline')
    expect(page.address()).toBe('/admin/support-messages')
  })

  test('a support message in the list opens on its page', async () => {
    const page = openList([listed])
    await page.user.click(
      await screen.findByRole('button', { name: 'Message, My card, from alice@example.com' }),
    )
    expect(page.address()).toBe(`/admin/support-messages/${listed.id}`)
  })

  test('an empty list of support messages says so', async () => {
    openList([])
    expect(await screen.findByText('No message to answer')).toBeTruthy()
  })
})

describe('the page of a support message', () => {
  test('a support message has its exact text, its file, its sender and its transaction', async () => {
    openOne(() => written)
    expect(await screen.findByText(/It is\s*<b>lost<\/b>\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'card.png' }).getAttribute('href')).toBe(
      '/api/support-files/0198c0de-0000-7000-8000-00000000f11e',
    )
    expect(screen.getByRole('link', { name: written.transactionId! })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Alice Moreno' }).getAttribute('href')).toBe(
      `/admin/users/${alice.id}`,
    )
  })

  test('a support message from a visitor says that the sender was not signed in, and its answer has no files', async () => {
    openOne(() => ({ ...written, user: null, addressOwner: alice, transactionId: null }))
    expect(await screen.findByText('Not logged in')).toBeTruthy()
    expect(screen.getByText(/not verified/).textContent).toBe(
      'Alice Moreno (not verified: anybody can type it)',
    )
    expect(screen.queryByText('About transaction')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Answer' })).toBeTruthy()
    expect(screen.queryByLabelText(/^Files/)).toBeNull()
  })

  test('an answer is sent with a file, and a file that the bank refuses is named', async () => {
    const files: unknown[] = []
    const page = openOne(() => written, {
      [`POST ${path}/answers`]: done,
      'PUT /api/admin/support-files/:id': ({ query }) => {
        files.push([query.get('name'), query.get('entry')])
        return files.length === 1 ? done() : refused('file_unreadable')
      },
    })
    await page.user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'We have blocked it.')
    const chosen = ['form.pdf', 'other.pdf'].map(
      (name) => new File(['%PDF'], name, { type: 'application/pdf' }),
    )
    await page.user.upload(screen.getByLabelText(/^Files/), chosen)
    await page.user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect((await screen.findByText(/Not all files were added/)).textContent).toContain(
      'other.pdf was not added',
    )
    const [answer] = page.requestsTo(`POST ${path}/answers`)
    expect(answer!.body.text).toBe('We have blocked it.')
    expect(files).toEqual([
      ['form.pdf', answer!.body.entryId],
      ['other.pdf', answer!.body.entryId],
    ])
  })

  test('the text and the files of an answer are kept while a note is written and the page is left', async () => {
    const adding = vi.fn(done)
    const page = openOne(() => written, {
      [`POST ${path}/answers`]: done,
      'PUT /api/admin/support-files/:id': adding,
    })
    await page.user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'We have blocked it.')
    const form = new File(['%PDF'], 'form.pdf', { type: 'application/pdf' })
    await page.user.upload(screen.getByLabelText(/^Files/), form)
    await page.user.click(screen.getByRole('tab', { name: 'Internal note' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^Files/).files).toHaveLength(0)
    await page.go('/')
    await page.go(`${list}/${listed.id}`)
    expect(await screen.findByRole('textbox', { name: 'Answer' })).toHaveProperty(
      'value',
      'We have blocked it.',
    )
    const { files } = screen.getByLabelText<HTMLInputElement>(/^Files/)
    expect([...files!].map(({ name }) => name)).toEqual(['form.pdf'])
    await page.user.click(screen.getByRole('button', { name: 'Send answer' }))
    await waitFor(() => expect(adding).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Files/).files).toHaveLength(0))
    for (const text of ['', 'The new one is on its way.']) {
      if (text) await page.user.type(screen.getByRole('textbox', { name: 'Answer' }), text)
      await page.user.click(screen.getByRole('tab', { name: 'Internal note' }))
      await page.user.click(screen.getByRole('tab', { name: 'Answer' }))
      expect(screen.getByRole('textbox', { name: 'Answer' })).toHaveProperty('value', text)
    }
  })

  test('a file that a message cannot have is refused before anything is sent', async () => {
    const page = openOne(() => written, { [`POST ${path}/answers`]: done })
    await page.user.type(await screen.findByRole('textbox', { name: 'Answer' }), 'We have blocked it.')
    const files = screen.getByLabelText(/^Files/)
    await userEvent
      .setup({ applyAccept: false })
      .upload(files, new File(['<p>'], 'page.html', { type: 'text/html' }))
    expect(screen.getByText(/isn’t a valid PNG, JPEG or PDF/)).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Send answer' }))
    expect(page.requestsTo(`POST ${path}/answers`)).toEqual([])
  })

  test('a note is written where a colleague has taken the message, and an answer is not', async () => {
    const noting = `POST ${path}/notes`
    const page = openOne(() => ({ ...written, owner: colleague }), { [noting]: done })
    expect((await screen.findByText(/Give it back first/)).textContent).toBe(
      'Taken by Erik. Give it back first if they cannot answer it.',
    )
    expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull()
    await page.user.click(screen.getByRole('tab', { name: 'Internal note' }))
    await page.user.type(screen.getByRole('textbox', { name: 'Internal note' }), 'Called')
    await page.user.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(page.requestsTo(noting)[0]?.body).toMatchObject({ text: 'Called' }))
  })

  test('a message is closed and reopened, and one that could not be closed says why', async () => {
    let one = written
    const closing = vi.fn(() => refused('busy'))
    const page = openOne(() => one, {
      [`PUT ${path}/closed`]: closing,
      [`DELETE ${path}/closed`]: done,
    })
    await page.user.click(await screen.findByRole('button', { name: 'Close' }))
    expect(await screen.findByText('The message was not closed')).toBeTruthy()
    one = { ...written, state: 'closed', dueAt: null }
    closing.mockImplementation(done)
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Message closed')).toBeTruthy()
    await page.user.click(await screen.findByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('Message reopened')).toBeTruthy()
  })

  test('the message of a dispute can be closed only after the dispute has ended', async () => {
    let end: { at: string; outcome: string; owed: string } | null = null
    const dispute = {
      cause: 'paid_twice',
      amount: '1.00',
      currency: 'USD',
      openedAt: written.createdAt,
      dueAt: written.createdAt,
      payment: { amount: '1.00', createdAt: written.createdAt, payee: 'Dana Reed' },
      user: alice,
      openedBy: alice,
    }
    const { client } = openOne(() => ({ ...written, kind: 'dispute' }), {
      [`GET /api/admin/disputes/${listed.id}`]: () => ({ ...dispute, end }),
    })
    expect(await screen.findByText('Decide by')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    end = { at: written.createdAt, outcome: 'customer', owed: '0.00' }
    await client.invalidateQueries()
    expect(await screen.findByRole('button', { name: 'Close' })).toBeTruthy()
  })

  test('a dispute that staff opened for the customer names who wrote it', async () => {
    openOne(() => ({ ...written, entries: [{ ...written.entries[0]!, side: 'bank', by: colleague }] }))
    expect((await screen.findByText(/Written for the customer by/)).textContent).toContain(
      'Written for the customer by Erik',
    )
  })

  test('an auditor reads a message and its notes, and is offered nothing to write', async () => {
    const note = {
      ...written.entries[0]!,
      id: colleague.id,
      side: 'note' as const,
      text: 'A known fraud',
      by: colleague,
    }
    openOne(() => ({ ...written, entries: [...written.entries, note] }), {}, 'auditor')
    const item = (await screen.findByText('A known fraud')).closest('li')!
    expect(within(item).getByText(/Internal note of/).textContent).toContain('Internal note of Erik')
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take' })).toBeNull()
  })
})
