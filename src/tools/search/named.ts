/** A record with an id and a name. */
export interface Named {
  id: string;
  name: string;
}
