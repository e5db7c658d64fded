/** Whole years from a birthday to a later day, both `YYYY-MM-DD`. A person born on February 29 is a year older on March 1. */
export function ageOn(day: string, birthDay: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4))
  return day.slice(5) < birthDay.slice(5) ? years - 1 : years
}
