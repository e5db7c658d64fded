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

/** From this many on there is a box to find one in. */
const findableMin = 8

/**
 * Whom I have saved, beside the transfer form: picked in one click, renamed and removed in place. On a small screen it is
 * one line until it is opened, so that the form is what one sees.
 */
export function SavedBeneficiaries({ onPick }: { onPick: (beneficiary: SavedBeneficiary) => void }) {
  const { data, error, refetch } = useQuery(beneficiariesQuery)
  const [wanted, setWanted] = useState('')
  const [picked, setPicked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const found = data?.filter((one) => isFound(one, wanted))
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
        {/* Beside the form it has the room of three from the start, so that what is below it stands still. */}
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
              <p role="status">They could not be loaded. {reasonOf(error)}</p>
              <Button look="secondary" onClick={() => refetch()}>
                Try again
              </Button>
            </div>
          )}
          {data?.length === 0 && (
            <p className="text-table text-muted-foreground">
              None yet. After a transfer, its receipt lets you save whom you paid.
            </p>
          )}
          {data && data.length >= findableMin && (
            <Input
              type="search"
              name="find_beneficiary"
              label="Find a beneficiary"
              autoComplete="off"
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
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
              Nobody found for “<bdi>{wanted}</bdi>”.
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

// Fetched for those who have saved somebody.
const BeneficiaryList = lazy(async () => ({
  default: (await import('./beneficiary-list.tsx')).BeneficiaryList,
}))

function isFound({ name, accountName, accountNumber, bankName }: SavedBeneficiary, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
  return [name, accountName, accountNumber, bankName].some((text) => plain(text).includes(plain(wanted)))
}
