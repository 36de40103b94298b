import { findFollowUps } from '../follow-ups/find-follow-ups.ts';
import { getCall } from './get-call.ts';
import { getCallTranscript } from './get-call-transcript.ts';
import { listCalls } from './list-calls.ts';
import { searchCalls } from './search-calls.ts';

export const callTools = [listCalls, getCall, getCallTranscript, searchCalls, findFollowUps];
