"""Which test proves that a known defect of the tools we are compatible with is not ours.

The numbers are those of the studies of both tools: sakur4-8.2 (bugs that its change log records),
sakur4-8.3 and memloom-8 (defects found by reading and running them), code-A3 (what users of code
indexes complain of). A test is written as `module::name`.
"""

from typing import Final

REQUIREMENTS: Final[dict[str, tuple[str, ...]]] = {
    "sakur4-8.2-anchors-joined-by-hand": (
        "tests/app/test_pins.py::test_rules_stand_in_the_order_of_their_scope_and_then_of_their_pinning",
        "tests/app/test_pins.py::test_a_rule_that_does_not_fit_is_kept_and_the_overflow_told",
    ),
    "sakur4-8.2-cross-project-leakage": (
        "tests/app/test_isolation.py::test_a_project_is_told_the_same_whether_the_others_exist_or_not",
    ),
    "sakur4-8.2-supersession-unreachable": (
        "tests/app/test_commit.py::test_a_correction_has_all_of_its_effects",
    ),
    "sakur4-8.2-and-joined-questions": (
        "tests/app/test_recall.py::test_any_word_of_the_question_is_enough",
    ),
    "sakur4-8.2-inflections-missed": (
        "tests/app/test_recall.py::test_a_turn_is_found_by_another_form_of_its_words",
    ),
    "sakur4-8.2-context-window-ignored": (
        "tests/app/test_pins.py::test_a_rule_that_does_not_fit_is_kept_and_the_overflow_told",
    ),
    "sakur4-8.2-null-distinct-facts": (
        "tests/app/test_commit.py::test_a_fact_of_a_tool_without_a_name_is_one_fact_however_often_it_is_seen",
    ),
    "sakur4-8.2-scripts-wrote-into-the-default-store": (
        "tests/app/test_commit.py::test_nothing_is_written_outside_of_the_folder_that_was_named",
    ),
    "sakur4-8.2-requests-left-unanswered": (
        "tests/gateway/test_calls.py::test_a_bug_in_a_tool_is_an_internal_error_and_nothing_of_it_leaks",
    ),
    "sakur4-8.2-limits-reported-as-internal-failure": (
        "tests/gateway/test_calls.py::test_a_store_that_is_busy_is_no_bug",
    ),
    "sakur4-8.2-unordered-pipelined-batches": (
        "tests/gateway/test_order.py::test_a_status_behind_an_unawaited_commit_counts_the_new_episode_every_time",
    ),
    "sakur4-8.2-untyped-output-schema": (
        "tests/gateway/test_listing.py::test_every_tool_says_all_that_a_client_may_ask",
    ),
    "sakur4-8.2-lines-on-stdout": (
        "tests/gateway/test_process.py::test_whatever_is_printed_the_wire_carries_frames_and_nothing_else",
    ),
    "sakur4-8.2-notifications-waited-on": (
        "tests/gateway/test_stdio.py::test_a_batch_of_notifications_gets_no_answer",
    ),
    "sakur4-8.2-end-of-input-truncates": (
        "tests/gateway/test_order.py::test_fifty_calls_and_then_the_end_of_input_give_fifty_answers",
    ),
    "sakur4-8.3-1": (
        "tests/app/test_folds.py::test_what_a_known_session_commits_goes_into_its_innermost_open_fold",
        "tests/app/test_folds.py::test_closing_a_fold_reports_what_left_the_window_and_what_stands_for_it",
    ),
    "sakur4-8.3-5": (
        "tests/app/test_pins.py::test_a_rule_is_taken_back_once_stays_readable_and_can_be_pinned_again",
        "tests/app/test_pins.py::test_a_rule_holds_in_its_scope_and_nowhere_else",
        "tests/app/test_pins.py::test_one_rule_in_one_scope_is_one_anchor_and_the_answer_says_so",
    ),
    "sakur4-8.3-6": (
        "tests/app/test_recall.py::test_a_long_passage_is_cut_at_its_limit_with_the_way_to_the_rest",
        "tests/app/test_commit.py::test_ten_megabytes_come_back_word_for_word_page_by_page",
    ),
    "sakur4-8.3-7": (
        "tests/app/test_commit.py::test_a_turn_that_is_refused_leaves_the_store_as_it_was",
        "tests/app/test_commit.py::test_a_correction_has_all_of_its_effects",
    ),
    "sakur4-8.3-8": (
        "tests/app/test_recall.py::test_a_hit_among_many_of_other_sessions_is_found_by_each_filter",
        "tests/app/test_recall.py::test_a_hit_among_five_thousand_of_other_sessions_is_found",
    ),
    "sakur4-8.3-12": (
        "tests/app/test_recall.py::test_the_part_that_was_asked_for_is_what_is_shown_of_a_long_turn",
        "tests/app/test_recall.py::test_of_what_is_said_again_the_last_time_is_shown",
        "tests/app/test_recall.py::test_an_answer_that_would_be_too_long_leaves_the_last_out_and_says_so",
    ),
    "sakur4-8.3-13": (
        "tests/app/test_recall.py::test_a_turn_is_found_by_another_form_of_its_words",
    ),
    "sakur4-8.3-36": (
        "tests/gateway/test_http.py::test_reads_of_other_projects_pass_a_slow_write_and_those_of_its_own_wait",
    ),
    "sakur4-8.3-37": (
        "tests/gateway/test_calls.py::test_what_cannot_be_is_an_answer_that_says_what_would_be_right_and_changes_nothing",
    ),
    "sakur4-8.3-38": (
        "tests/unit/test_data_dir.py::test_the_store_does_not_depend_on_where_one_stands",
    ),
    "sakur4-8.3-39": (
        "tests/stores/test_purge.py::test_what_was_purged_is_in_no_file_and_in_no_answer",
        "tests/app/test_commit.py::test_a_credential_is_masked_on_every_way_into_the_store",
        "tests/stores/test_backup.py::test_a_restore_brings_back_every_row_as_it_was",
        "tests/app/test_transfer.py::test_what_was_exported_is_exported_the_same_after_an_import",
    ),
    "sakur4-8.3-40": (
        "tests/app/test_commit.py::test_the_fields_of_two_tools_are_two_facts",
        "tests/app/test_commit.py::test_a_fact_keeps_its_value_and_follows_the_latest",
    ),
    "memloom-8-10": (
        "tests/app/test_recall.py::test_a_turn_is_found_by_another_form_of_its_words",
        "tests/app/test_recall.py::test_any_word_of_the_question_is_enough",
    ),
    "memloom-8-15": (
        "tests/stores/test_durability.py::test_after_a_process_was_killed_the_next_one_goes_on_at_once",
    ),
    "memloom-8-16": (
        "tests/app/test_recall.py::test_what_has_no_such_id_cannot_be_read",
        "tests/app/test_folds.py::test_a_fold_stays_open_when_its_closing_is_refused",
    ),
    "sakur4-8.3-2": (
        "tests/app/test_dream.py::test_a_pass_runs_by_itself_once_nobody_has_written_for_a_while",
        "tests/app/test_dream.py::test_what_another_process_writes_is_heard",
    ),
    "sakur4-8.3-3": ("tests/app/test_dream.py::test_a_look_at_an_unchanged_store_is_one_query",),
    "sakur4-8.3-4": (
        "tests/app/test_recall_arms.py::test_what_was_dreamt_is_found_in_the_projects_recall",
        "tests/app/test_recall_arms.py::test_what_was_dreamt_in_one_project_is_in_no_others_recall",
        "tests/app/test_dream.py::test_an_entry_belongs_to_the_project_and_session_of_its_episode",
    ),
    "sakur4-8.3-9": (
        "tests/app/test_recall_arms.py::test_a_fact_is_found_by_a_part_of_its_name",
        "tests/app/test_recall.py::test_a_turn_is_found_by_another_form_of_its_words",
    ),
    "sakur4-8.3-11": (
        "tests/retrieval/test_fusion.py::test_a_match_of_many_words_comes_before_what_is_only_near",
        "tests/retrieval/test_fusion.py::test_what_is_near_in_meaning_comes_before_a_chance_word",
    ),
    "memloom-8-9": (
        "tests/app/test_recall.py::test_a_turn_is_found_by_another_form_of_its_words",
        "tests/embedding/test_embedders.py::test_rows_have_length_one_or_say_nothing",
    ),
    "memloom-8-11": (
        "tests/retrieval/test_fusion.py::test_of_equals_the_later_comes_first",
        "tests/retrieval/test_fusion.py::test_what_shares_no_word_and_is_not_near_does_not_fill_the_list",
    ),
    "sakur4-8.3-10": (
        "tests/retrieval/test_recall_parts.py::test_a_walk_gives_the_same_in_whatever_order_links_come",
        "tests/app/test_recall_arms.py::test_the_same_store_gives_the_same_answer_to_the_byte_also_made_anew",
    ),
    "memloom-8-12": (
        "tests/retrieval/test_fusion.py::test_below_the_floor_nothing_is_said",
        "tests/retrieval/test_recall_parts.py::test_talk_asks_for_nothing",
    ),
    "sakur4-8.3-14": ("tests/gateway/test_code_tools.py::test_a_depth_is_clamped_echoed_and_kept",),
    "sakur4-8.3-17": (
        "tests/gateway/test_code_tools.py::test_a_symbol_that_was_deleted_is_found_nowhere_any_more",
        "tests/gateway/test_code_tools.py::test_a_use_that_comes_or_goes_between_two_questions_is_seen",
    ),
    "sakur4-8.3-18": (
        "tests/gateway/test_code_tools.py::test_a_file_of_one_name_in_two_projects_is_forgotten_in_one",
    ),
    "sakur4-8.3-19": ("tests/gateway/test_code_tools.py::test_projects_of_one_store_never_mix",),
    "sakur4-8.3-20": (
        "tests/gateway/test_code_tools.py::test_a_caller_is_stale_from_the_change_of_its_target_until_it_is_edited",
    ),
    "sakur4-8.3-15": (
        "tests/app/test_code_complaints.py::test_a_mention_in_words_is_no_use",
        "tests/app/test_code_complaints.py::test_a_call_on_an_unknown_receiver_is_no_certain_use_of_all_that_have_its_name",
    ),
    "sakur4-8.3-16": (
        "tests/app/test_code_complaints.py::test_what_is_called_from_a_changed_file_in_an_unchanged_one_is_found",
        "tests/app/test_code_scripts.py::test_an_index_that_went_along_is_the_one_made_from_nothing",
    ),
    "sakur4-8.3-21": (
        "tests/app/test_code_complaints.py::test_markup_in_scripts_and_members_of_every_form_are_read",
    ),
    "code-A3-1": (
        "tests/app/test_code_complaints.py::test_callers_in_other_files_are_still_known_after_a_file_was_edited",
    ),
    "code-A3-2": (
        "tests/app/test_code_complaints.py::test_an_override_that_is_new_takes_the_calls_of_files_that_nobody_edited",
    ),
    "code-A3-3": (
        "tests/app/test_code_complaints.py::test_a_call_on_an_unknown_receiver_is_no_certain_use_of_all_that_have_its_name",
    ),
    "code-A3-4": (
        "tests/app/test_code_complaints.py::test_a_call_of_a_foreign_package_is_no_call_of_what_has_its_name_here",
    ),
    "code-A3-5": (
        "tests/app/test_code_complaints.py::test_a_name_that_is_not_there_is_never_answered_for_another",
    ),
    "code-A3-6": (
        "tests/app/test_code_complaints.py::test_a_function_with_a_common_name_has_its_callers_and_no_others",
    ),
    "code-A3-7": (
        "tests/app/test_code_complaints.py::test_a_static_call_in_another_file_is_found",
    ),
    "code-A3-8": (
        "tests/app/test_code_complaints.py::test_a_caller_in_the_same_file_hides_none_in_others",
        "tests/app/test_code_complaints.py::test_what_may_be_meant_is_listed_apart_and_is_never_a_caller",
    ),
    "code-A3-9": (
        "tests/app/test_code_complaints.py::test_a_caller_is_not_missed",
        "tests/app/test_code_complaints.py::test_an_empty_list_does_not_read_as_safe_where_something_could_not_be_read",
    ),
    "code-A3-10": (
        "tests/app/test_code_complaints.py::test_a_chain_is_followed_as_deep_as_was_asked",
    ),
    "code-A3-12": (
        "tests/app/test_code_complaints.py::test_uses_belong_to_the_function_that_holds_them_and_pointers_hide_none",
        "tests/app/test_code_complaints.py::test_a_short_name_and_the_whole_one_are_answered_the_same",
    ),
    "code-A3-13": (
        "tests/app/test_code_complaints.py::test_a_home_directory_is_refused_and_nothing_is_left_running",
    ),
    "code-A3-15": (
        "tests/app/test_code_complaints.py::test_the_map_is_the_same_to_the_byte_also_made_anew",
        "tests/app/test_code_complaints.py::test_a_smaller_map_begins_a_larger_one",
    ),
    "code-A3-21": ("tests/app/test_code_complaints.py::test_a_folder_in_focus_comes_first",),
    "code-A3-22": (
        "tests/app/test_code_complaints.py::test_lines_that_shift_are_told_as_they_are_and_make_nothing_stale",
    ),
}
