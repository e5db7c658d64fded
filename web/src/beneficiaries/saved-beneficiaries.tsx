import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Input } from '../ui/input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { beneficiariesQuery } from './beneficiaries.ts'

/** A list of this length has a search field. */
const searchableMin = 8

/**
 * The saved beneficiaries beside the transfer form: picked by one click, renamed and removed in place. On a small screen they
 * are one line until it is opened, so that the form stays visible.
 */
export function SavedBeneficiaries({ onPick }: { onPick: (beneficiary: SavedBeneficiary) => void }) {
  const { data, error, refetch } = useQuery(beneficiariesQuery)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const found = data?.filter((one) => matches(one, search))
  return (
    <section aria-labelledby="beneficiaries-title">
      <Card className="max-xl:py-1">
        <h2 id="beneficiaries-title" ref={title} tabIndex={-1} className="text-h3">
          <span className="max-xl:hidden">Saved beneficiaries</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="beneficiaries"
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-target w-full items-center justify-between gap-4 text-start xl:hidden"
          >
            Saved beneficiaries{data && ` (${data.length})`}
            <ChevronDown aria-hidden size={20} className={clsx('shrink-0', isOpen && 'rotate-180')} />
          </button>
        </h2>
        {/* Beside the form it has room for three from the start, so that nothing below it moves. */}
        <div
          id="beneficiaries"
          className={clsx(
            'mt-3 grid gap-3 max-xl:pb-3 xl:min-h-44',
            data?.length === 0 ? 'place-content-center text-center' : 'content-start',
            !isOpen && 'max-xl:hidden',
          )}
        >
          {!data && !error && <Skeleton className="h-14" />}
          {!data && error && (
            <div className="grid justify-items-start gap-2 text-table">
              <p role="status">Your beneficiaries could not be loaded. {reasonOf(error)}</p>
              <Button look="secondary" onClick={() => refetch()}>
                Try again
              </Button>
            </div>
          )}
          {data?.length === 0 && (
            <p className="text-table text-muted-foreground">
              None yet. Save someone from a receipt after you pay them.
            </p>
          )}
          {data && data.length >= searchableMin && (
            <Input
              type="search"
              name="find_beneficiary"
              label="Find a beneficiary"
              autoComplete="off"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          {found && found.length > 0 && (
            <Suspense fallback={<Skeleton className="h-14" />}>
              <BeneficiaryList
                beneficiaries={found}
                onPick={(one) => {
                  setPicked(one.name)
                  setOpen(false)
                  onPick(one)
                }}
                onRemoved={() => title.current}
              />
            </Suspense>
          )}
          {data && data.length > 0 && found?.length === 0 && (
            <p className="text-table text-muted-foreground wrap-anywhere">
              No beneficiaries found for “<bdi>{search}</bdi>”.
            </p>
          )}
        </div>
        <p role="status" className="sr-only">
          {picked && `${picked} is filled in. Enter the amount.`}
        </p>
      </Card>
    </section>
  )
}

// Fetched only for a customer who has saved beneficiaries.
const BeneficiaryList = lazy(async () => ({
  default: (await import('./beneficiary-list.tsx')).BeneficiaryList,
}))

function matches({ name, accountName, accountNumber, bankName }: SavedBeneficiary, search: string): boolean {
  const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
  return [name, accountName, accountNumber, bankName].some((text) => plain(text).includes(plain(search)))
}
