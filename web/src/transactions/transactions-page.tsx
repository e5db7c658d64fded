import { pages } from '@bank/contract/pages'
import { BelowAccountPicker } from '../accounts/below-account-picker.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { History } from './history.tsx'

/** `/transactions`: the user's history, page by page, with search, filters and the details of each transaction. */
export function TransactionsPage() {
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.transactions.title}</PageHeading>
      <BelowAccountPicker>
        <History />
      </BelowAccountPicker>
    </div>
  )
}
