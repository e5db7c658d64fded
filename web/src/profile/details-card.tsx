import type { MeView } from '@bank/contract/profile/view'
import { useEffect, useRef, useState } from 'react'
import { useKeptDraft } from '../sessions/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { deferred } from '../ui/deferred.tsx'
import { fetchWhenIdle } from '../ui/fetch-when-idle.ts'
import { ProfileDetails } from './profile-details.tsx'
import { profileDraft } from './profile-draft.ts'

/** The customer's details. The Edit button replaces them with the form for telephone number and address. */
export function DetailsCard({ me }: { me: MeView }) {
  // An edit that was interrupted, by leaving the page or by the end of the session, is continued.
  const isResumed = useKeptDraft(profileDraft) !== undefined
  const [isEditing, setEditing] = useState(isResumed)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => fetchWhenIdle(loadForm), [])
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const details = <ProfileDetails me={me} />
  return (
    <Card className="grid gap-field">
      <div className="flex min-h-target flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">Your details</h2>
        {!isEditing && (
          <Button ref={edit} look="secondary" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {isEditing ? (
        <ProfileForm placeholder={details} me={me} takesFocus={!isResumed} onDone={() => setEditing(false)} />
      ) : (
        details
      )}
    </Card>
  )
}

// Most customers only read the page: the form and its rules are fetched later.
const loadForm = () => import('./profile-form.tsx')
const ProfileForm = deferred(async () => (await loadForm()).ProfileForm)
