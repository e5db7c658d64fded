import type { AccountView } from '@bank/contract/accounts/view'
import { messageOf, type Problem, type RefusalCode, type RefusalFacts, refusals } from '@bank/contract/errors'
import type { MeView } from '@bank/contract/profile/view'
import type { SessionView } from '@bank/contract/sessions/view'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'

export type RecordedRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, string>
}
/** Returns the body of an answer, or a `Response`. An error stands for a broken connection. */
type Answer = (request: RecordedRequest) => unknown

/** A stub of the bank that records its requests. The keys of `answers` are such as `GET /api/me`. */
export function stubbedBank(answers: Record<string, Answer>) {
  const requests: RecordedRequest[] = []
  const fetch = async (address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://bank.example')
    const request = { method, path: pathname, query: searchParams, body: bodyOf(body) }
    requests.push(request)
    const answer =
      answers[`${method} ${pathname}`] ?? answers[`${method} ${pathname.replace(/[^/]+$/, ':id')}`]
    const answered = await (answer ? answer(request) : refused('not_found'))
    return answered instanceof Response ? answered : Response.json(answered)
  }
  return {
    fetch,
    requests,
    requestsTo: (endpoint: string) => requests.filter(({ method, path }) => `${method} ${path}` === endpoint),
  }
}

/** The parsed JSON, or the name and the type of a file. */
function bodyOf(body: RequestInit['body']): Record<string, string> {
  if (body instanceof File) return { file: body.name, type: body.type }
  return body ? JSON.parse(String(body)) : {}
}

/** A refusal of the bank as a response. */
export function refused(code: RefusalCode, facts: RefusalFacts = {}): Response {
  const { status, pointer } = refusals[code] as { status: number; pointer?: string }
  const detail = messageOf(code, facts)
  const problem: Problem = {
    type: 'about:blank',
    title: detail,
    status,
    code,
    detail,
    instance: '/api',
    traceId: 'trace',
    errors: pointer ? [{ pointer, detail }] : [],
    facts,
  }
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
}

/**
 * Renders a page at a path, or at `opened` where the path has parameters. `address()` is the present URL. `go` opens another one,
 * or is the browser's Back with -1. A page that needs the session gets that of `user`; a page of staff gets that of an administrator
 * unless `user` is given.
 */
export function visit(
  path: string,
  page: ReactElement,
  opened = path,
  user?: MeView,
): { address: () => string; go: (to: string | number) => Promise<void>; client: QueryClient } {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { networkMode: 'always' } },
  })
  const signedIn = user ?? (path.startsWith('/admin') ? clara() : undefined)
  // Only a session that a test asks for keeps drafts.
  const { draftKey, ...session } = signedIn ? sessionOf(signedIn) : {}
  if (signedIn) client.setQueryData(['session'], { session: user ? { ...session, draftKey } : session })
  let at = opened
  let navigate: ReturnType<typeof useNavigate>
  function Address() {
    const { pathname, search } = useLocation()
    at = `${pathname}${search}`
    navigate = useNavigate()
    return null
  }
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[opened]}>
        <Address />
        <Routes>
          <Route path={path.replace(/[?#].*/, '')} element={page} />
          <Route path="*" element={<p>another page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { address: () => at, go: (to) => act(async () => navigate(to as string)), client }
}

/** Clara, an administrator. */
export function clara(): MeView {
  return { ...alice(), id: '0198c0de-0000-7000-8000-00000000c1a2', role: 'administrator' }
}

/** A session of this user. */
export function sessionOf({ id, name, email, role }: MeView): SessionView {
  return {
    user: { id, name, email, role },
    signedInAt: '2026-03-07T09:00:00.000Z',
    idleEndsAt: '2026-03-07T09:15:00.000Z',
    elevatedUntil: null,
    temporarySecrets: null,
    lacksSecondFactor: false,
    draftKey: draftKeyOf(id),
  }
}

/** The key that the bank would give a user for drafts. */
function draftKeyOf(id: string): string {
  return btoa(id.padEnd(32, '-').slice(-32))
}

/** Alice, active, with $100.00. */
export function alice(account: Partial<MeView['account']> = {}): MeView {
  return {
    id: '0198c0de-0000-7000-8000-00000000a11c',
    name: 'Alice Moreno',
    email: 'alice@example.com',
    role: 'customer',
    phone: '+15551234567',
    dob: '1990-05-17',
    gender: 'female',
    employmentStatus: 'employed',
    country: 'Canada',
    street: '12 Harbour Street',
    city: 'Halifax',
    state: 'Nova Scotia',
    zip: 'B3H 4R2',
    avatar: null,
    account: {
      number: '4027719385',
      iban: null,
      name: null,
      isMain: true,
      type: 'checking',
      currency: 'USD',
      isActive: true,
      balance: '100.00',
      inTransit: '0.00',
      booked: '100.00',
      expectedIn: '0.00',
      held: '0.00',
      available: account.balance ?? '100.00',
      inPots: '0.00',
      roundUpPot: null,
      openedAt: '2026-01-05T09:00:00.000Z',
      activatedAt: '2026-01-05T15:00:00.000Z',
      declinedAt: null,
      declineReason: null,
      closedAt: null,
      ...account,
    },
    frozenAt: null,
    undoSeconds: 0,
    transferLimit: '250000.00',
  }
}

/** Alice's second account: Savings, with $20.00. */
export function savings(account: Partial<AccountView> = {}): AccountView {
  return {
    ...alice().account,
    number: '5550001234',
    name: 'Savings',
    isMain: false,
    type: 'online',
    balance: '20.00',
    available: account.balance ?? '20.00',
    ...account,
  }
}

/** A pending transfer of $40.00 to Erik Holm. */
export function toErik({
  id = '0198c0de-0000-4000-8000-0000000e51c0',
  ...facts
}: Partial<HistoryRow> = {}): HistoryRow {
  return {
    id,
    transactionId: id,
    account: '4027719385',
    kind: 'transfer',
    type: 'debit',
    amount: '40.00',
    currency: 'USD',
    description:
      'Transfer to Erik Holm, 9876543210, Northern Savings, 1 Quay Road, Oslo, SWIFT DNBANOKK, routing NO9386011117947',
    counterparty: 'Erik Holm',
    otherAccount: null,
    pot: null,
    status: 'pending',
    createdAt: '2026-03-07T14:15:00.000Z',
    beneficiary: {
      accountName: 'Erik Holm',
      accountNumber: '9876543210',
      bankName: 'Northern Savings',
      bankAddress: '1 Quay Road, Oslo',
      swiftCode: 'DNBANOKK',
      routingNumber: 'NO9386011117947',
    },
    reference: null,
    change: null,
    isReturn: false,
    balanceAfter: '60.00',
    ...facts,
  }
}
