import type { BankSearchResults } from '@bank/contract/admin/search/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { fieldReasons, reasonOf } from '../../api/problem.ts'
import { queryOf } from '../../api/query-of.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { Input } from '../../ui/input.tsx'

// Long enough for the next key, short enough to feel immediate.
const pauseMilliseconds = 250

/** Finds customers, account numbers, transactions, messages and what waits for approval, in groups. The arrows choose a result, Enter opens it. */
export function SearchDialog({ open: isOpen, onClose }: { open: boolean; onClose: () => void }) {
  const opened = useRef<string>(undefined)
  const open = (to: string) => {
    opened.current = to
    onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Search the bank"
      returnTo={() => (opened.current === undefined ? null : placeOf(opened.current))}
    >
      {isOpen && <BankSearch onOpen={open} />}
    </Dialog>
  )
}

/** Where the address of a result leads within its page, which may be the open one: to an element or the heading. */
function placeOf(to: string): HTMLElement | null {
  return document.getElementById(to.split('#')[1] ?? '') ?? document.querySelector('[data-page-heading]')
}

function BankSearch({ onOpen }: { onOpen: (to: string) => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [position, setPosition] = useState(0)
  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), pauseMilliseconds)
    return () => clearTimeout(pause)
  }, [typed])
  const { data, error, isPlaceholderData } = useQuery({
    ...queryOf(['admin', 'search'], endpoints.searchBank, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const isAnswered =
    q !== '' && typed.trim() === q && (error !== null || (data && !isPlaceholderData) === true)
  const groups = q === '' || !data ? [] : groupsOf(data)
  const results = groups.flatMap((group) => group.results)
  const chosen = Math.min(position, results.length - 1)
  // Before the answer Enter would open a result of the text before: it waits.
  const [hasEntered, setEntered] = useState(false)
  const entered = hasEntered && isAnswered ? results[chosen]?.to : undefined
  useEffect(() => {
    if (entered === undefined) return
    navigate(entered)
    onOpen(entered)
  }, [entered, navigate, onOpen])
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length > 0) {
      event.preventDefault()
      setPosition((chosen + step + results.length) % results.length)
    }
    if (event.key === 'Enter') setEntered(true)
  }
  return (
    <div className="grid gap-4">
      <Input
        name="q"
        id="bank-search"
        type="search"
        label="Customer, phone, account number, payee, reference, amount or message"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls="bank-search-results"
        aria-activedescendant={results.length > 0 ? optionId(chosen) : undefined}
        autoComplete="off"
        maxLength={100}
        data-first-focus
        value={typed}
        error={fieldReasons(error)[0]?.reason}
        onChange={({ target }) => {
          setTyped(target.value)
          setPosition(0)
          setEntered(false)
        }}
        onKeyDown={press}
      />
      <p role="status" className="text-caption text-muted-foreground">
        {statusOf({ q, error, isAnswered, count: results.length })}{' '}
        {isAnswered && delayOf(data?.behindSeconds)}
      </p>
      <div role="listbox" id="bank-search-results" aria-label="Results" className="grid gap-3">
        {groups.map(({ title, results: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
          <div key={title} role="group" aria-label={title} className="grid gap-1">
            <p aria-hidden className="text-caption text-muted-foreground">
              {title}
            </p>
            {ofGroup.map((result) => {
              const at = results.indexOf(result)
              return (
                <Link
                  key={result.to}
                  id={optionId(at)}
                  role="option"
                  aria-selected={at === chosen}
                  tabIndex={-1}
                  to={result.to}
                  onClick={() => onOpen(result.to)}
                  className={clsx(
                    '-mx-2 grid min-h-target content-center rounded-control px-2 py-1 hover:bg-hover',
                    at === chosen && 'bg-primary-soft',
                  )}
                >
                  <bdi className="line-clamp-1 break-all text-label">{result.name}</bdi>
                  <span className="line-clamp-1 break-all text-caption text-muted-foreground">
                    {result.detail}
                  </span>
                </Link>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function optionId(position: number): string {
  return `bank-search-result-${position}`
}

function statusOf({
  q,
  error,
  isAnswered,
  count,
}: {
  q: string
  error: unknown
  isAnswered: boolean
  count: number
}): string {
  if (q === '') return 'Words in any order, or the beginning of a reference or an ID.'
  if (!isAnswered) return 'Searching…'
  if (error) return fieldReasons(error).length > 0 ? '' : reasonOf(error)
  if (count === 0) return `Nothing found for ‘${q}’`
  return `${count} ${count === 1 ? 'result' : 'results'}. Arrow keys choose, Enter opens.`
}

/** Which transactions are not found yet. */
function delayOf(behindSeconds: number | null | undefined): string {
  if (behindSeconds === undefined || behindSeconds === 0) return ''
  if (behindSeconds === null) return 'The list of transactions is being filled: some are not found yet.'
  return `Transactions of the last ${behindSeconds} s are not found yet.`
}

type Result = { readonly to: string; readonly name: string; readonly detail: ReactNode }

/** The groups with results. */
function groupsOf({ customers, accounts, transactions, messages, approvals }: BankSearchResults) {
  const groups: { title: string; results: Result[] }[] = [
    {
      title: 'Customers',
      results: customers.map(({ id, name, email }) => ({ to: linkTo('user', { id }), name, detail: email })),
    },
    {
      title: 'Accounts',
      results: accounts.map(({ number, isMain, user: { id, name } }) => ({
        to: linkTo('user', { id, account: isMain ? undefined : number }),
        name: number,
        detail: name,
      })),
    },
    {
      title: 'Transactions',
      results: transactions.map(
        ({ id, user, counterparty, description, amount, currency, status, reference, createdAt }) => ({
          to: linkTo('allTransactions', { q: id, open: id }),
          name: `${formatMoney(amount, currency)}, ${counterparty ?? description}`,
          detail: (
            <>
              {[reference, user.name, status].filter(Boolean).join(', ')}, <DateText moment={createdAt} />
            </>
          ),
        }),
      ),
    },
    {
      title: 'Messages',
      results: messages.map(({ id, subject, email, createdAt }) => ({
        to: linkTo('supportMessage', { id }),
        name: subject,
        detail: (
          <>
            {email}, <DateText moment={createdAt} />
          </>
        ),
      })),
    },
    {
      title: 'Approvals',
      results: approvals.map(({ id, sentence, user, maker, requestedAt }) => ({
        to: `${linkTo('approvals')}#${id}`,
        name: `${sentence}, for ${user.name}`,
        detail: (
          <>
            Asked for by {maker.name}, <DateText moment={requestedAt} />
          </>
        ),
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}
