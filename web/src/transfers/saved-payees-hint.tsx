import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { reasonOf } from '../api/problem.ts'
import { AddPayee } from '../beneficiaries/add-payee.tsx'
import { beneficiariesQuery } from '../beneficiaries/beneficiaries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** Beside the form of a customer without saved payees: how to save one. Also when the payees could not be loaded. */
export function SavedPayeesHint() {
  const navigate = useNavigate()
  const linkTo = useLinkTo()
  const { data, error, refetch } = useQuery(beneficiariesQuery)
  if (data?.length === 0) {
    return (
      <Card>
        <AddPayee isFirst onAdded={() => navigate(linkTo('transfer'))} />
      </Card>
    )
  }
  if (data || !error) return null
  return (
    <Card className="grid justify-items-start gap-2 text-table">
      <p role="status">Your payees could not be loaded. {reasonOf(error)}</p>
      <Button look="secondary" onClick={() => refetch()}>
        Try again
      </Button>
    </Card>
  )
}
