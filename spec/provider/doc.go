// Package provider reads the history that a store would send to a model, in
// the form of one model provider, and says why that provider would refuse it.
//
// Goals: the demands of two providers whose forms differ most, each fault with
// the place, what is demanded there and what stands there; what a history says
// (texts, calls, results) in one form for both.
//
// Non-goals: whether the history is the right one (package check compares it
// with the session), system prompts, limits of size, and demands on prompts
// that no recorded stream decides, such as that a user speaks first.
//
// Sources: the Messages API of Anthropic (roles alternate, contents are not
// empty, tool_use ids are unique, each tool_use block is answered by a
// tool_result block at the beginning of the user message directly behind); the
// chat completions API of OpenAI (a message with tool_calls is followed by one
// message of role tool for each of their ids, and nothing between).
package provider
