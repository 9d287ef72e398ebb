/// A shell, and the script by which it completes command lines.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// What the shell reads: a function that asks `runway completions` for every word.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # Completion of runway and runwayd by bash.
        _runway() {
            local answer
            mapfile -t answer < <(
                runway completions bash -- "${COMP_WORDS[@]:0:COMP_CWORD}" "$2" 2>/dev/null
            )
            COMPREPLY=()
            case ${answer[0]-} in
                files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
                folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
                list | words)
                    [ "${answer[0]}" = words ] || compopt -o nospace
                    COMPREPLY=("${answer[@]:1}")
                    COMPREPLY=("${COMPREPLY[@]%% *}")
                    ;;
            esac
        }
        complete -F _runway runway runwayd

        """#

    private static let zshScript = #"""
        #compdef runway runwayd
        # Completion of runway and runwayd by zsh.
        _runway() {
            local -a answer names shown
            local line
            answer=("${(@f)$(runway completions zsh -- "${(@)words[1,CURRENT-1]}" "$PREFIX" \
                2>/dev/null)}")
            case ${answer[1]-} in
                files) compset -P '*='; _files ;;
                folders) compset -P '*='; _files -/ ;;
                list | words)
                    for line in "${(@)answer[2,-1]}"; do
                        names+=("${line%% *}")
                        shown+=("${line/ /  }")
                    done
                    if [ "$answer[1]" = list ]; then
                        compadd -S '' -l -d shown -a names
                    else
                        compadd -l -d shown -a names
                    fi
                    ;;
            esac
        }
        if [ "${funcstack[1]-}" = _runway ]; then
            _runway "$@"
        else
            compdef _runway runway runwayd
        fi

        """#

    private static let fishScript = #"""
        # Completion of runway and runwayd by fish.
        function __runway_answer
            runway completions fish -- (commandline -opc) "$(commandline -ct)" 2>/dev/null
        end
        function __runway_wants_files
            test (__runway_answer)[1] = files
        end
        function __runway_words
            set -l answer (__runway_answer)
            switch "$answer[1]"
                case folders
                    __fish_complete_directories (commandline -ct) ''
                case list words
                    test (count $answer) -gt 1; and string replace ' ' \t -- $answer[2..]
            end
        end
        for program in runway runwayd
            complete -c $program -f -a '(__runway_words)'
            complete -c $program -n __runway_wants_files -F
        end

        """#
}
