import { endpoints } from '@bank/contract/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOf } from '../api/query-of.ts'
import { useSession } from '../sessions/session.ts'
import { Notice } from '../ui/notice.tsx'

import { FirstPinForm, PinForm } from './pin-form.tsx'

const pinQuery = queryOf(['pin'], endpoints.readPin)

/** The tab of the PIN: changes it, or sets a first one where there is none. `onChanged` is called once the bank has the new PIN. */
export function PinPanel({ onChanged }: { onChanged?: () => Promise<void> }) {
  const client = useQueryClient()
  const { data: state } = useSession()
  const [isNew, setIsNew] = useState(false)
  const outcome = useRef<HTMLDivElement>(null)
  // The button that had the focus was removed.
  useEffect(() => {
    if (isNew) outcome.current?.focus()
  }, [isNew])
  const { data } = useQuery(pinQuery)
  if (data?.isSet === false) {
    return (
      <FirstPinForm
        // A user created by an administrator starts with a PIN: if none is set, it has expired.
        hasExpired={state?.session?.temporarySecrets?.pin === true}
        onSet={async () => {
          await onChanged?.()
          setIsNew(true)
          client.setQueryData(pinQuery.queryKey, { isSet: true })
        }}
      />
    )
  }
  return (
    <div className="grid gap-field">
      {isNew && (
        <div ref={outcome} tabIndex={-1} className="outline-none">
          <Notice tone="success" isAnnounced>
            Your PIN was set. Use it for your transfers from now on.
          </Notice>
        </div>
      )}
      <PinForm
        onChanged={onChanged}
        onExpired={() => void client.invalidateQueries({ queryKey: pinQuery.queryKey })}
      />
    </div>
  )
}
