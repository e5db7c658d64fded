import { endpoints } from '@bank/contract/endpoints'
import type { DemoPeopleView } from '@bank/contract/sessions/view'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { publicConfig } from '../public-config.ts'
import { Button } from '../ui/button.tsx'

// Eight people, three in a row.
const rows = [1, 2, 3]

type DemoPerson = DemoPeopleView['people'][number]

/** In demo mode, a button for each demo person that signs in at once. Otherwise nothing. */
export function DemoPeople({ onChoose }: { onChoose: (person: DemoPerson) => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['demo-people'],
    queryFn: ({ signal }) => call(endpoints.listDemoPeople, { signal }),
    enabled: publicConfig.demo,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!publicConfig.demo || !(data || isPending)) return null
  return (
    <section aria-labelledby="demo-people" className="grid gap-2 border-t pt-4">
      <h2 id="demo-people" className="text-h3">
        Just looking? Try it as
      </h2>
      <ul className="grid grid-cols-3 gap-2">
        {/* The same height while loading, so that the form above does not move. */}
        {isPending && rows.map((row) => <li key={row} className="col-span-3 min-h-14" />)}
        {data?.people.map((person) => (
          <li key={person.email}>
            <Button look="secondary" wide onClick={() => onChoose(person)}>
              <span className="block">
                <span className="sr-only">Try it as </span>
                {person.name.split(' ')[0]}
                <span className="block text-caption font-normal text-muted-foreground">{person.role}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
