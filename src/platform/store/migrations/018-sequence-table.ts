import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** Sequences of words in transcripts, also on PostgreSQL. Never change a released migration: add another one. */
export const sequenceTable = (tx: Db, engine: Engine): Promise<void> => engine.addSequences(tx);
