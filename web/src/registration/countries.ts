import { endpoints } from '@bank/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The countries by name. While they are loading only the chosen one, so that a choice is never lost. */
export function useCountries(chosen: string | undefined): readonly { name: string; phonecode?: string }[] {
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(endpoints.listCountries, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? (chosen ? [{ name: chosen }] : [])
}
