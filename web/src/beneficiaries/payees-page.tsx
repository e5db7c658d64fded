import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { linkTo, pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { Card } from '../ui/card.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddPayee } from './add-payee.tsx'
import { beneficiariesQuery } from './beneficiaries.ts'
import { BeneficiaryList } from './beneficiary-list.tsx'
import { usePayeeSearch } from './payee-search.tsx'

/** `/payees`: the payees that the customer has saved. Each leads to the form that pays it. */
export function PayeesPage() {
  const placeholder = (
    <>
      <LoadingText />
      <Skeleton className="h-80 rounded-card" />
    </>
  )
  return (
    <div className="mx-auto grid w-full max-w-form gap-4">
      <PageHeading>{pages.payees.title}</PageHeading>
      <Loaded
        query={useQuery(beneficiariesQuery)}
        failure="Your payees could not be loaded"
        placeholder={placeholder}
      >
        {(saved) => <Payees saved={saved} />}
      </Loaded>
    </div>
  )
}

function Payees({ saved }: { saved: readonly SavedBeneficiary[] }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { field, found, nothing } = usePayeeSearch(saved.length)
  const listed = found(saved)
  return (
    <Card className="grid gap-field">
      <h2 ref={title} id="saved-payees" tabIndex={-1} className="text-h2">
        Saved payees
      </h2>
      {field}
      {listed.length > 0 ? (
        <BeneficiaryList
          beneficiaries={listed}
          labelledBy="saved-payees"
          pathTo={(id) => linkTo('transfer', { to: id })}
          linkState={{ field: 'amount' }}
          onRemoved={() => title.current}
        />
      ) : (
        nothing
      )}
      <AddPayee isFirst={saved.length === 0} onAdded={() => {}} />
    </Card>
  )
}
